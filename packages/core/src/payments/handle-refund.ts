import { complete, followRefund } from './follow-refund.ts';
import type { PaymentsContext } from './payments-context.ts';
import { changeRefund, findRefundDoc, handleReturned, type RefundDoc } from './refund.repository.ts';

type Outcome = { done: RefundDoc } | { problem: string };

/** An operator says one of these: they paid the member, the payer’s bank did, or they dealt with one that came back. */
export type HandledHow = 'paid' | 'by-bank' | 'returned';

/**
 * An operator dealt with a refund.
 *
 * - `paid`: they paid it by a transfer. Ends one that waits for a person or on a dispute.
 * - `by-bank`: the payer’s bank took the money for good, and its provider never says so. Ends one that waits on a dispute.
 * - `returned`: one that failed or bounced leaves the list.
 */
export async function handleRefund(context: PaymentsContext, id: string, how: HandledHow): Promise<Outcome> {
  const refund = await findRefundDoc(context.mongo, id);
  if (!refund) return { problem: `There is no refund ${id}.` };
  if (how === 'returned') {
    const handled = await handleReturned(context.mongo, id, context.clock.now());
    const problem = `The refund ${id} is ${refund.state}: repeat this with --paid once the member has the money.`;
    return handled ? { done: handled } : { problem };
  }
  if (refund.state === 'completed') return { done: refund };
  const { state, waits, refundId } = refund;
  const isOurs = state === 'pending' && refundId === null && (waits === 'person' || waits === 'dispute');
  if (isOurs) return endWaiting(context, refund, how);
  return {
    problem: `The refund ${id} is ${state} and does not wait for you: --paid is for one that does.`,
  };
}

/**
 * Ends a refund that waits. The provider is asked first: it may have paid, or the bank may dispute the payment by now.
 */
async function endWaiting(
  context: PaymentsContext,
  refund: RefundDoc,
  how: 'paid' | 'by-bank',
): Promise<Outcome> {
  const { _id: id } = refund;
  const away = new Set<string>();
  const followed = await followRefund(context, refund, away);
  if (followed.state === 'completed') return { done: followed };
  const problem = away.size > 0 ? AWAY : problemOf(refund, followed, how);
  if (problem) return { problem: `The refund ${id} ${problem}` };
  // No pass asks the provider to pay it too.
  const claim = how === 'paid' ? ({ waits: 'person', byHand: true } as const) : {};
  const claimed = await changeRefund(context.mongo, followed, { checkedAt: context.clock.now(), ...claim });
  if (!claimed) return handleRefund(context, id, how);
  const seen = { checkedAt: context.clock.now(), refundId: null, waits: null };
  return { done: await complete(context, claimed, seen, { isByBank: how === 'by-bank' }) };
}

const AWAY = 'is not ended: its provider does not answer. Repeat this later.';

/** The reason why a refund is not ended, after the provider’s word; undefined if it is. */
function problemOf(before: RefundDoc, { state, waits }: RefundDoc, how: 'paid' | 'by-bank') {
  if (state !== 'pending' || (waits !== 'person' && waits !== 'dispute'))
    return `does not wait for you any more: its provider pays it. It is ${state}.`;
  if (how === 'by-bank' && waits !== 'dispute')
    return 'is of a payment without a dispute: --by-bank is for one whose bank took the money.';
  if (how === 'paid' && waits === 'dispute' && before.waits === 'person')
    return 'waits on a dispute now: do not pay it. Repeat this if you have paid, or use --by-bank if the bank did.';
  return undefined;
}
