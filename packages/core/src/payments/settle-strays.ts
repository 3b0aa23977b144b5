import { isTakenBack } from '@heartline/domain';
import {
  eachAlone,
  failpoint,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '@heartline/platform';
import { providerOf } from './payment-accounts.ts';
import type { PaymentsContext } from './payments-context.ts';
import { changeStray, findStray, type StrayDoc, straysToSettle } from './stray.repository.ts';

/** Minimum time between two questions about a refund that the provider has not finished. */
const ASK_EVERY_MS = 55_000;

/**
 * Gives second payments back. The provider is looked at before each refund, so that a crash in between repeats the
 * question and not the refund (K14). Returns the number of strays it asked about.
 */
export async function settleStrays(context: PaymentsContext): Promise<number> {
  const due = await straysToSettle(context.mongo, context.clock.now() - ASK_EVERY_MS);
  await eachAlone(due, (stray) => giveBack(context, stray));
  return due.length;
}

/** Asks the provider to give a stray back, or how far it is. */
async function giveBack(context: PaymentsContext, seen: StrayDoc): Promise<StrayDoc> {
  const checkedAt = context.clock.now();
  const stray = await changeStray(context.mongo, seen, { state: 'refunding', checkedAt });
  if (!stray) return seen;
  failpoint('stray:before-refund');
  try {
    const { state, refundId } = await refundOf(providerOf(context.payments, stray.account), stray);
    failpoint('stray:after-refund');
    if (state === 'failed')
      context.logger.error({ stray: stray._id }, 'stray payment not refunded: refund failed, or disputed');
    return (await changeStray(context.mongo, stray, { state, refundId })) ?? stray;
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

const STATES = { pending: 'refunding', done: 'done', failed: 'failed' } as const;

/**
 * The state of the refund of a stray, which is begun where the provider has none. Providers forget keys within days and
 * some answer `pending` to each refund, so only a look tells. `failed` where the bank took the money.
 */
async function refundOf(
  provider: PaymentProvider,
  { _id, why, providerId: id, cents, currency, refundId }: StrayDoc,
): Promise<{ state: (typeof STATES)[keyof typeof STATES]; refundId: string | null }> {
  // A provider payment has at most one second payment, and one rest for each time that more came.
  const key = why === 'over' ? `stray-${_id}` : `stray-${id}`;
  const look = await provider.look(id);
  const known = look?.refunds.find((one) => (refundId ? one.id === refundId : one.key === key));
  if (known) return { state: STATES[known.state], refundId: known.id };
  if (look && isTakenBack(look.disputes)) return { state: 'failed', refundId };
  // It was begun, and the provider does not list it yet.
  if (refundId) return { state: 'refunding', refundId };
  const refund = await provider.refund({ key, id, cents, currency });
  return { state: STATES[refund.state], refundId: refund.id };
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
