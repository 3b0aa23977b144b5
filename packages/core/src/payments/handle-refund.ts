import { complete } from './follow-refund.ts';
import type { PaymentsContext } from './payments-context.ts';
import { findRefundDoc, handleReturned, type RefundDoc } from './refund.repository.ts';

/**
 * An operator dealt with a refund. `paid` ends one that waits for a person or on a dispute: the member has the money, by
 * a transfer or from their bank. Without it, one that failed or bounced leaves the list.
 */
export async function handleRefund(
  context: PaymentsContext,
  id: string,
  { paid }: { paid: boolean },
): Promise<{ done: RefundDoc } | { problem: string }> {
  const refund = await findRefundDoc(context.mongo, id);
  if (!refund) return { problem: `There is no refund ${id}.` };
  const now = context.clock.now();
  if (!paid) {
    const handled = await handleReturned(context.mongo, id, now);
    return handled
      ? { done: handled }
      : {
          problem: `The refund ${id} is ${refund.state}: repeat this with --paid once the member has the money.`,
        };
  }
  if (refund.state === 'completed') return { done: refund };
  const { state, waits, refundId } = refund;
  const isOurs = state === 'pending' && refundId === null && (waits === 'person' || waits === 'dispute');
  if (!isOurs)
    return {
      problem: `The refund ${id} is ${state} and does not wait for you: --paid is for one that does.`,
    };
  return { done: await complete(context, refund, { checkedAt: now, refundId, waits: null }) };
}
