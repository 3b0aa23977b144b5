import {
  type getRefund as getContract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Refund,
  type Result,
  refuse,
  type SiteSettings,
  type startRefund as startContract,
} from '@heartline/contracts';
import { type RefundPeriod, refundableUntil } from '@heartline/domain';
import { failpoint } from '@heartline/platform';
import { followRefund } from './follow-refund.ts';
import { findPayment } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import { keepRefund, type RefundDoc, refundDocId, refundsOf } from './refund.repository.ts';

/** The ledger decides a request within this time, or refuses it. */
const DECIDE_MS = 30_000;

/** An operator may do more than the member. */
export interface OperatorRefund {
  /** The operator pays by transfer: the provider is not asked. */
  byHand?: boolean;
  /** The period is over, and the operator refunds all the same, as after a statement that came in time. */
  late?: boolean;
}

/** Step one: the refundable amount of each payment. Changes nothing. */
export async function getRefund(
  context: PaymentsContext,
  viewer: { member: string; site: string },
  { late = false }: OperatorRefund = {},
): Promise<OutputOf<typeof getContract>> {
  const { settings } = await context.site.settingsOf(viewer.site);
  const period = periodOf(settings);
  const [offers, refunds] = await Promise.all([
    context.credits.refundOffers(viewer.member, late ? ANY_TIME : period),
    refundsOf(context.mongo, viewer.member),
  ]);
  return {
    offers: offers.map(({ payment, turn, credits, cents, currency, at, from, endsPremium }) => ({
      payment,
      turn,
      credits,
      cents,
      currency,
      boughtAt: at,
      until: refundableUntil(from, period),
      endsPremium,
    })),
    refunds: refunds.map(present),
    refund_days: settings.refund_days,
  };
}

/**
 * Step two: refunds the unspent credits of one payment, exactly as offered. A member never has both the
 * credits and the money, and no payment is refunded twice (C6).
 *
 *     request stored
 *       ↓
 *     ledger row: credits out, decided on the balance at that row ─ no → REFUND_CHANGED
 *       ↓
 *     acknowledgement by mail, once: content, date and time → pending
 *       ↓ crash anywhere: the webhook or the reconcile job continues
 *     refund at the provider, under its own key, as soon as the money may move
 *       ↓
 *     paid → credit note → mail that the money was sent, once → completed
 *     refused → credits back (`return`) → failed
 *       crash here: the provider is not asked again
 *
 * Repeating the same request repeats the steps and returns the result.
 */
export async function startRefund(
  context: PaymentsContext,
  viewer: { member: string; site: string },
  wish: ParsedOf<typeof startContract>,
  { byHand = false, late = false }: OperatorRefund = {},
): Promise<Result<OutputOf<typeof startContract>>> {
  const payment = await findPayment(context.mongo, wish.payment);
  if (payment?.member !== viewer.member || payment.state !== 'completed') return refuse('NOT_FOUND');
  const { settings } = await context.site.settingsOf(viewer.site);
  const now = context.clock.now();
  const { payment: of, turn, credits, cents } = wish;
  const asked: RefundDoc = {
    _id: refundDocId(of, turn),
    member: viewer.member,
    payment: of,
    turn,
    credits,
    cents,
    currency: payment.currency,
    state: 'asked',
    refundId: null,
    waits: null,
    ...(byHand && { byHand }),
    createdAt: now,
    checkedAt: 0,
  };
  await keepRefund(context.mongo, asked);
  failpoint('refund:before-ledger');
  const decideBy = now + DECIDE_MS;
  const row = await context.credits.takeRefund(viewer.member, {
    ...wish,
    period: late ? ANY_TIME : periodOf(settings),
    decideBy,
  });
  if ('code' in row) return { ok: false, refusal: row };
  failpoint('refund:after-ledger');
  // It may have been dropped as undecided in between.
  const existing = await keepRefund(context.mongo, asked);
  const refund = await followRefund(context, existing);
  // Requests at the same moment all answer with the time of the ledger row.
  return ok({ refund: present({ ...refund, createdAt: row.at }) });
}

/** Longer than any purchase is old. */
const ANY_TIME: RefundPeriod = { days: 36_500, zone: 'UTC' };

/** The refund period of a site. */
export const periodOf = ({
  refund_days: days,
  time_zone: zone,
}: Pick<SiteSettings, 'refund_days' | 'time_zone'>): RefundPeriod => ({ days, zone });

function present(doc: RefundDoc): Refund {
  const { payment, turn, credits, cents, currency, state, createdAt, waits = null } = doc;
  return {
    payment,
    turn,
    credits,
    cents,
    currency,
    state: state === 'asked' ? 'pending' : state,
    waits: state === 'pending' ? waits : null,
    at: createdAt,
  };
}
