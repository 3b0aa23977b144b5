import type {
  DisputeState,
  PaymentReason,
  PaymentSettlement,
  PaymentState,
  RefundState,
  RefundWait,
} from '@heartline/contracts';
import { isOut } from './payments.disputes.ts';

/** The terms of a payment when it was opened, and where it stands. */
export interface PaymentFacts {
  reference: string;
  priceCents: number;
  currency: string;
  state: PaymentState;
  reason: PaymentReason | null;
  /** State of its money; absent in rows that were completed by paid money, and before any money moved. */
  settlement?: Settled | undefined;
  /** True if its credits come before its money: a direct debit of a trusted member. */
  trusted?: boolean | undefined;
}

/** The stored settlements; `none` is the absence of one. */
export type Settled = Exclude<PaymentSettlement, 'none'>;

/** State of the money of a payment. A payment completed by an earlier release was paid. */
export function settlementOf({
  state,
  settlement,
}: Pick<PaymentFacts, 'state' | 'settlement'>): PaymentSettlement {
  return settlement ?? (state === 'completed' ? 'paid' : 'none');
}

/** A provider’s own word on one of its payments. */
export interface ProviderWord {
  state: 'open' | 'pending' | 'paid' | 'partial' | 'failed' | 'cancelled' | 'expired';
  reference: string;
  /** The amount ordered, and the amount that came. */
  cents: number;
  receivedCents: number;
  currency: string;
  /** True if the payer’s bank has taken money of it back. */
  isTakenBack: boolean;
  /** True for the provider payment that the row names; false for another one of the same order. */
  isCurrent: boolean;
}

/**
 * The consequence of a provider’s word:
 *
 * - `stay`: nothing.
 * - `move`: the new state, its reason and its settlement, in one conditional write. The provider payment becomes the
 *   row’s own.
 * - `stray`: a second paid one of an order that needs no more money; it goes back.
 */
export type PaymentMove =
  | { kind: 'stay' }
  | { kind: 'stray' }
  | { kind: 'move'; state: PaymentState; reason: PaymentReason | null; settlement?: Settled };

const STAY: PaymentMove = { kind: 'stay' };
const COMPLETED = { kind: 'move', state: 'completed', reason: null } as const;

/** Reasons that this product gave, which no word of an unpaid provider payment replaces. */
const OWN_REASONS: ReadonlySet<PaymentReason | null> = new Set([
  'replaced',
  'expired',
  'refused',
  'returned',
]);

/**
 * The state machine of payments; states move forward only.
 *
 * | state                      | paid as ordered | paid otherwise | failed            | cancelled, expired | open, pending |
 * |----------------------------|-----------------|----------------|-------------------|--------------------|---------------|
 * | pending                    | completed       | review         | failed            | cancelled          | stay          |
 * | cancelled                  | completed       | review         | failed, unless our own | stay          | stay          |
 * | failed                     | completed       | review         | stay              | stay               | stay          |
 * | completed, review          | stay            | stay           | stay              | stay               | stay          |
 * | completed, review: another | stray           | stray          | stay              | stay               | stay          |
 * | failed as returned         | as completed    | as completed   | stay              | stay               | stay          |
 *
 * A trusted direct debit completes before its money comes. Then only its settlement moves:
 *
 * | settlement       | paid as ordered | failed, cancelled, expired, taken back | pending                  |
 * |------------------|-----------------|----------------------------------------|--------------------------|
 * | none (pending)   | paid            | none                                   | promised, credits at once |
 * | promised         | paid            | returned                               | stay                     |
 * | returned         | paid            | stay                                   | stay                     |
 * | paid             | stay            | stay: the bank’s word is a dispute     | stay                     |
 *
 * A payment that was paid late still grants. Too little money counts as open, or as paid otherwise once the order has
 * ended. Too much counts as paid as ordered: a person decides on the rest ({@link overpaidCents}). Thus the same answers
 * in any order and number lead to the same row.
 */
export function nextMove(payment: PaymentFacts, word: ProviderWord): PaymentMove {
  if (word.isCurrent && payment.settlement && payment.settlement !== 'paid')
    return nextSettlement(payment, word);
  const isPaid = word.state === 'paid' || (word.state === 'partial' && payment.state !== 'pending');
  if (isPaid) return paid(payment, word);
  if (needsNoMoney(payment) || !word.isCurrent) return STAY;
  return isPromised(payment, word) ? { ...COMPLETED, settlement: 'promised' } : ended(payment, word);
}

/** The move after a word that money came. */
function paid(payment: PaymentFacts, word: ProviderWord): PaymentMove {
  if (needsNoMoney(payment)) return word.isCurrent ? STAY : { kind: 'stray' };
  return isAsOrdered(payment, word)
    ? { ...COMPLETED, settlement: 'paid' }
    : { kind: 'move', state: 'review', reason: 'amount' };
}

/** True if an order was paid, or its money went back, whose provider still calls it paid. */
function needsNoMoney({ state, reason }: PaymentFacts): boolean {
  return state === 'completed' || state === 'review' || (state === 'failed' && reason === 'returned');
}

/** T8: a trusted debit that the bank has accepted. Money that was taken back already is not promised any more. */
function isPromised({ state, trusted, ...payment }: PaymentFacts, word: ProviderWord): boolean {
  if (state !== 'pending' || trusted !== true || word.state !== 'pending' || word.isTakenBack) return false;
  return (
    word.reference === payment.reference &&
    word.cents === payment.priceCents &&
    word.currency === payment.currency
  );
}

/** True if a provider payment ended without money. */
export const isUnpaid = (state: ProviderWord['state']): boolean =>
  state === 'failed' || state === 'cancelled' || state === 'expired';

/** T9 and T10: the settlement of a completed debit after the word on its money. */
function nextSettlement(payment: PaymentFacts, word: ProviderWord): PaymentMove {
  if (isAsOrdered(payment, word)) return { ...COMPLETED, settlement: 'paid' };
  const isBack = isUnpaid(word.state) || (word.isTakenBack && word.state !== 'paid');
  return isBack && payment.settlement === 'promised' ? { ...COMPLETED, settlement: 'returned' } : STAY;
}

/** The move after a word that the provider payment has ended unpaid. */
function ended({ state, reason }: PaymentFacts, word: ProviderWord): PaymentMove {
  if (word.state === 'failed') {
    const isOver = state === 'failed' || OWN_REASONS.has(reason);
    return isOver ? STAY : { kind: 'move', state: 'failed', reason: 'declined' };
  }
  if (state !== 'pending') return STAY;
  if (word.state === 'cancelled') return { kind: 'move', state: 'cancelled', reason: 'member' };
  if (word.state === 'expired') return { kind: 'move', state: 'cancelled', reason: 'expired' };
  return STAY;
}

function isAsOrdered(payment: PaymentFacts, word: ProviderWord): boolean {
  return (
    word.state === 'paid' &&
    word.reference === payment.reference &&
    word.receivedCents >= payment.priceCents &&
    word.currency === payment.currency
  );
}

/** Cents beyond the price of a granted payment, which the payer may have back; 0 if there are none. */
export function overpaidCents({
  state,
  priceCents,
  receivedCents = 0,
}: Pick<PaymentFacts, 'state' | 'priceCents'> & { receivedCents?: number }): number {
  return state === 'completed' ? Math.max(0, receivedCents - priceCents) : 0;
}

/** True if the payer’s bank took money of a payment back. */
export const isTakenBack = (disputes: readonly { state: DisputeState }[]): boolean =>
  disputes.some(({ state }) => isOut(state));

/**
 * The place of the money of a refund: cents that may go back now, or the reason why none may.
 *
 * - `payment`: it has not come, as of a direct debit on trust.
 * - `dispute`: the payer’s bank asks for money of the payment, or took some and may give it back.
 * - `bank`: the payer has it, since their bank took it for good, or the debit never came.
 */
export type RefundMoney = { cents: number } | { held: RefundWait | 'bank' };

/**
 * Finds the money of a refund of `cents`. `refundedCents` went back otherwise, or is on its way. At most the rest of the
 * money goes back after a bank took some for good, so no cent goes back twice.
 */
export function refundMoneyOf(
  {
    state,
    receivedCents,
    currency,
    disputes,
  }: Pick<ProviderWord, 'state' | 'receivedCents' | 'currency'> & {
    disputes: readonly { state: DisputeState; cents: number; currency: string }[];
  },
  { cents, refundedCents }: { cents: number; refundedCents: number },
): RefundMoney {
  if (receivedCents === 0 && isUnpaid(state)) return { held: 'bank' };
  if (state === 'pending') return { held: 'payment' };
  if (disputes.some((one) => one.state === 'inquiry' || one.state === 'taken')) return { held: 'dispute' };
  const lost = disputes
    .filter((one) => one.state === 'lost')
    // A bank that took another currency took the whole payment.
    .reduce((sum, one) => sum + (one.currency === currency ? one.cents : receivedCents), 0);
  // Nothing was lost: the provider knows best what it can give back.
  if (lost === 0) return { cents };
  const free = Math.min(cents, receivedCents - lost - refundedCents);
  return free > 0 ? { cents: free } : { held: 'bank' };
}

/**
 * The state of a refund after the provider’s word on it; states move forward only. Money that was sent may come back
 * weeks later.
 *
 * | state           | done      | failed  | pending |
 * |-----------------|-----------|---------|---------|
 * | pending         | completed | failed  | stay    |
 * | completed       | stay      | bounced | stay    |
 * | failed, bounced | stay      | stay    | stay    |
 */
export function nextRefundState(state: RefundState, word: 'pending' | 'done' | 'failed'): RefundState {
  if (state === 'pending' && word !== 'pending') return word === 'done' ? 'completed' : 'failed';
  return state === 'completed' && word === 'failed' ? 'bounced' : state;
}
