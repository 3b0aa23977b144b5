import type { PrivateSettings } from '@heartline/contracts';
import { settlementOf } from '@heartline/domain';
import { eachAlone } from '@heartline/platform';
import { findPayments, type PaymentDoc } from '../payment.repository.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { type DebitSlot, findDebitLimit, freeDebitSlot, takeDebitSlot } from './limit.repository.ts';

const DAY_MS = 86_400_000;
/** A place without a payment row after this time belongs to an order that was cut off. */
const OPENING_MS = 120_000;

type Limits = Pick<PrivateSettings, 'direct_debit_limit_cents' | 'direct_debit_window_days'>;

/**
 * Takes a place for a debit within the limit of a member; false if the limit is reached. Places of debits that ended are
 * freed first (S8-014).
 */
export async function takeRoom(
  context: PaymentsContext,
  member: string,
  slot: DebitSlot,
  limits: Limits,
): Promise<boolean> {
  await freeEnded(context, member, limits);
  return takeDebitSlot(context.mongo, member, slot, limits.direct_debit_limit_cents);
}

/** True if a debit would fit now. Nothing is taken. */
export async function hasRoom(
  context: PaymentsContext,
  member: string,
  cents: number,
  limits: Limits,
): Promise<boolean> {
  await freeEnded(context, member, limits);
  const { openCents = 0 } = (await findDebitLimit(context.mongo, member)) ?? {};
  return openCents + cents <= limits.direct_debit_limit_cents;
}

/** Frees the places of debits that were paid or failed, of orders that were cut off, and of those beyond the window. */
async function freeEnded(
  { mongo, clock }: PaymentsContext,
  member: string,
  { direct_debit_window_days: days }: Limits,
): Promise<void> {
  const { holders = [] } = (await findDebitLimit(mongo, member)) ?? {};
  if (holders.length === 0) return;
  const now = clock.now();
  const rows = await findPayments(
    mongo,
    holders.map(({ payment }) => payment),
  );
  const byId = new Map(rows.map((row) => [row._id, row]));
  const ended = holders.filter(({ payment, at }) => {
    const row = byId.get(payment);
    const isOpen = row ? isUnsettled(row) : now - at < OPENING_MS;
    return !isOpen || now - at >= days * DAY_MS;
  });
  await eachAlone(ended, (slot) => freeDebitSlot(mongo, member, slot));
}

/** True while the money of a debit neither came nor failed. */
const isUnsettled = (row: PaymentDoc) => row.state === 'pending' || settlementOf(row) === 'promised';
