import { eachAlone, failpoint, ProviderRefused, ProviderUnavailable } from '@heartline/platform';
import { providerOf } from './payment-accounts.ts';
import type { PaymentsContext } from './payments-context.ts';
import { changeStray, findStray, type StrayDoc, straysIn } from './stray.repository.ts';

/** Minimum time between two questions about a refund that the provider has not finished. */
const ASK_EVERY_MS = 55_000;

/**
 * Gives second payments back. The refund has one key, so that a crash in between repeats the question and not the
 * refund. Returns the number of strays it asked about.
 */
export async function settleStrays(context: PaymentsContext): Promise<number> {
  const now = context.clock.now();
  const open = await straysIn(context.mongo, ['seen', 'refunding'], 1_000);
  const due = open.filter(({ why, state, checkedAt }) =>
    state === 'refunding' ? now - checkedAt >= ASK_EVERY_MS : why === 'second',
  );
  await eachAlone(due, (stray) => giveBack(context, stray));
  return due.length;
}

/** Asks the provider to give a stray back, or how far it is. */
async function giveBack(context: PaymentsContext, seen: StrayDoc): Promise<StrayDoc> {
  const checkedAt = context.clock.now();
  const stray = await changeStray(context.mongo, seen, { state: 'refunding', checkedAt });
  if (!stray) return seen;
  failpoint('stray:before-refund');
  const { providerId: id, cents, currency } = stray;
  // A provider payment has at most one second payment, and one rest for each time that more came.
  const key = stray.why === 'over' ? `stray-${stray._id}` : `stray-${id}`;
  try {
    const provider = providerOf(context.payments, stray.account);
    const refund = await provider.refund({ key, id, cents, currency });
    failpoint('stray:after-refund');
    const state = ({ pending: 'refunding', done: 'done', failed: 'failed' } as const)[refund.state];
    return (await changeStray(context.mongo, stray, { state, refundId: refund.id })) ?? stray;
  } catch (error) {
    if (error instanceof ProviderRefused) {
      context.logger.error({ stray: stray._id, reason: error.message }, 'stray payment not refunded');
      return (await changeStray(context.mongo, stray, { state: 'failed' })) ?? stray;
    }
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.logger.warn({ stray: stray._id, reason: error.message }, 'stray payment waits for its provider');
    return stray;
  }
}

/** An operator decides on a stray: its money goes back, or is kept. Repeating it changes nothing. */
export async function decideStray(
  context: PaymentsContext,
  id: string,
  decision: 'return' | 'keep',
): Promise<{ done: StrayDoc } | { problem: string }> {
  const stray = await findStray(context.mongo, id);
  if (!stray) return { problem: `There is no stray payment ${id}. "admin strays list" shows them all.` };
  const wanted = decision === 'keep' ? 'kept' : 'done';
  if (stray.state === wanted) return { done: stray };
  if (
    stray.state === 'done' ||
    stray.state === 'kept' ||
    stray.state === 'matched' ||
    (stray.state === 'refunding' && decision === 'keep')
  )
    return { problem: `The stray payment ${id} is ${stray.state} already.` };
  if (decision === 'return') return { done: await giveBack(context, stray) };
  const changed = await changeStray(context.mongo, stray, { state: 'kept' });
  return changed ? { done: changed } : decideStray(context, id, decision);
}
