import type { PaymentReason, PaymentState, RefundState, RefundWait } from '@heartline/contracts';

/** The terms of a payment when it was opened, and where it stands. */
export interface PaymentFacts {
  reference: string;
  priceCents: number;
  currency: string;
  state: PaymentState;
  reason: PaymentReason | null;
}

/** A provider’s own word on one of its payments. */
export interface ProviderWord {
  state: 'open' | 'pending' | 'paid' | 'partial' | 'failed' | 'cancelled' | 'expired';
  reference: string;
  receivedCents: number;
  currency: string;
  /** True for the provider payment that the row names; false for another one of the same order. */
  isCurrent: boolean;
}

/**
 * The consequence of a provider’s word:
 *
 * - `stay`: nothing.
 * - `move`: the new state and its reason, in one conditional write. The provider payment becomes the row’s own.
 * - `stray`: a second paid one of an order that needs no more money; it goes back.
 */
export type PaymentMove =
  | { kind: 'stay' }
  | { kind: 'stray' }
  | { kind: 'move'; state: PaymentState; reason: PaymentReason | null };

const STAY: PaymentMove = { kind: 'stay' };

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
 * A payment that was paid late still grants. Too little money counts as open, or as paid otherwise once the order has
 * ended. Thus the same answers in any order and number lead to the same row.
 */
export function nextMove(payment: PaymentFacts, word: ProviderWord): PaymentMove {
  // A provider still calls a payment paid whose money went back.
  const isReturned = payment.state === 'failed' && payment.reason === 'returned';
  const isSettled = payment.state === 'completed' || payment.state === 'review' || isReturned;
  const isPaid = word.state === 'paid' || (word.state === 'partial' && payment.state !== 'pending');
  if (isPaid) {
    if (isSettled) return word.isCurrent ? STAY : { kind: 'stray' };
    return isAsOrdered(payment, word)
      ? { kind: 'move', state: 'completed', reason: null }
      : { kind: 'move', state: 'review', reason: 'amount' };
  }
  return isSettled || !word.isCurrent ? STAY : ended(payment, word);
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
    word.receivedCents === payment.priceCents &&
    word.currency === payment.currency
  );
}

/** State of a dispute. `closed`: an inquiry that ended, which moves no money. `lost`: the bank took it for good. */
export type DisputeState = 'inquiry' | 'closed' | 'taken' | 'lost' | 'given-back';

/** True if the payer’s bank took at least this much for good: the payer has it, so no refund may follow. */
export function isLostTo(
  disputes: readonly { state: DisputeState; cents: number }[],
  cents: number,
): boolean {
  const lost = disputes.filter(({ state }) => state === 'lost');
  return lost.length > 0 && lost.reduce((sum, one) => sum + one.cents, 0) >= cents;
}

/**
 * The reason why the money of a payment may not go back yet; null if it may.
 *
 * - `payment`: it has not come, as of a direct debit on trust.
 * - `dispute`: the payer’s bank asks for it, or took it.
 */
export function waitOf({
  state,
  disputes,
}: {
  state: ProviderWord['state'];
  disputes: readonly { state: DisputeState }[];
}): RefundWait | null {
  if (state === 'pending') return 'payment';
  const mayMove = disputes.every((dispute) => dispute.state === 'given-back' || dispute.state === 'closed');
  return mayMove ? null : 'dispute';
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
