import { ProviderUnavailable } from '@heartline/platform';
import { complete, followRefund } from './follow-refund.ts';
import type { PaymentsContext } from './payments-context.ts';
import { changeRefund, findRefundDoc, handleReturned, type RefundDoc } from './refund.repository.ts';

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
  if (isOurs && waits === 'dispute') return payDisputed(context, refund);
  if (!isOurs)
    return {
      problem: `The refund ${id} is ${state} and does not wait for you: --paid is for one that does.`,
    };
  return { done: await complete(context, refund, { checkedAt: now, refundId, waits: null }) };
}

/**
 * Ends a refund that waits on a dispute, which an operator paid. The provider is asked first: it may have paid it by now.
 * Then the refund waits for a person, so that no pass asks the provider to pay it too.
 */
async function payDisputed(
  context: PaymentsContext,
  refund: RefundDoc,
): Promise<{ done: RefundDoc } | { problem: string }> {
  const { _id: id } = refund;
  try {
    const followed = await followRefund(context, refund);
    if (followed.state === 'completed') return { done: followed };
    if (followed.state !== 'pending' || followed.waits !== 'dispute')
      return {
        problem: `The refund ${id} does not wait on a dispute any more: the provider pays it. It is ${followed.state}.`,
      };
    const claimed = await changeRefund(context.mongo, followed, { waits: 'person' });
    if (!claimed) return await handleRefund(context, id, { paid: true });
    const seen = { checkedAt: context.clock.now(), refundId: null, waits: null };
    return { done: await complete(context, claimed, seen) };
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return { problem: `The refund ${id} is not ended: ${error.message}. Try again later.` };
  }
}
