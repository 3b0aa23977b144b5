import type { TransferInstructions } from '@heartline/contracts';
import type { MandateValues } from '@heartline/i18n/mandates';
import { creditorOf } from './debit/get-direct-debit.ts';
import { findMandate } from './debit/mandate.repository.ts';
import { findPayment, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** Facts of an order and its money at the moment a mail about it is sent. */
export interface MoneyFacts {
  /** The account to transfer to, while the order waits for the money. */
  transfer: TransferInstructions | null;
  /** The debit of the order with its mandate, unless the order has ended unpaid. */
  debit: DebitFacts | null;
  /** Credits that a bank took back and that the member still has to repay. */
  debt: number;
}

/** A debit, as its pre-notification announces it. */
interface DebitFacts extends Omit<MandateValues, 'signedOn'> {
  /** Day of the debit, `YYYY-MM-DD` in the zone of the site. */
  on: string;
  signedAt: number;
  textVersion: string;
}

/** Reads the facts for a mail about a payment; undefined if the payment is not the member’s. */
export async function moneyFacts(
  context: PaymentsContext,
  member: string,
  id: string,
): Promise<MoneyFacts | undefined> {
  const [payment, { debt }] = await Promise.all([
    findPayment(context.mongo, id),
    context.credits.statusOf(member),
  ]);
  if (payment?.member !== member) return undefined;
  return {
    transfer: payment.state === 'pending' ? payment.transfer : null,
    debit: await debitFacts(context, payment),
    debt,
  };
}

/** The debit that a pre-notification announces; null for other ways to pay, and once the order has ended unpaid. */
async function debitFacts(
  { mongo, site }: PaymentsContext,
  { debit, state, site: named }: PaymentDoc,
): Promise<DebitFacts | null> {
  if (!debit || state === 'failed' || state === 'cancelled') return null;
  const mandate = await findMandate(mongo, debit.mandate);
  if (!mandate) return null;
  const { reference, ibanEnd, holder, signedAt, textVersion } = mandate;
  const creditor = creditorOf(await site.settingsOf(named));
  return { creditor, reference, ibanEnd, holder, signedAt, textVersion, on: debit.on };
}
