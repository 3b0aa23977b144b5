import { isTakenBack } from '@heartline/domain';
import type { Look } from '@heartline/platform';
import { followPayment } from './follow-payment.ts';
import { changePayment, findPayment, type PaymentDoc } from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
import type { PaymentsContext } from './payments-context.ts';
import { spendHeldDiscount } from './take-discount.ts';

/**
 * An operator accepts a payment that was held because its amount differs from the order. The order is
 * fulfilled for the amount paid, which is also the most that can ever be refunded.
 *
 * - The provider is asked again and must confirm the amount the operator saw (`paidCents`).
 * - The state moves by one conditional write; repeating it changes nothing.
 * - A payment in another currency, or for another order, can only be refunded at the provider, and the
 *   returned sentence says so.
 *
 * Rejects with `ProviderUnavailable` if the provider cannot be asked; nothing has changed then.
 */
export async function acceptPayment(
  context: PaymentsContext,
  id: string,
  paidCents: number,
): Promise<{ done: PaymentDoc } | { problem: string }> {
  const payment = await findPayment(context.mongo, id);
  if (!payment) return { problem: `There is no payment ${id}.` };
  // Accepted before: continue where it stopped.
  if (payment.state === 'completed') return { done: await followPayment(context, payment) };
  if (payment.state !== 'review' || payment.providerId === null)
    return { problem: `The payment ${id} is ${payment.state}: nothing about it is to be decided.` };
  if (payment.decision)
    return { problem: `The payment ${id} is being given back: end that by "admin payments return".` };
  const look = await providerOf(context.payments, payment.account).look(payment.providerId);
  const problem = amountProblem(payment, look, paidCents);
  if (problem) return { problem };
  if (!(await spendHeldDiscount(context, payment)))
    return {
      problem: `The discount of the payment ${id} went to another one: give it back by "admin payments return".`,
    };
  const moved = await changePayment(
    context.mongo,
    { _id: id, state: 'review', decision: null },
    { state: 'completed', reason: null, priceCents: paidCents, checkedAt: context.clock.now() },
  );
  return moved ? { done: await followPayment(context, moved) } : acceptPayment(context, id, paidCents);
}

/** The reason why a provider’s word is not the amount that the operator saw for this order; undefined if it is. */
function amountProblem(
  { _id: id, currency }: PaymentDoc,
  look: Look | undefined,
  paidCents: number,
): string | undefined {
  if (look?.state !== 'paid' && look?.state !== 'partial')
    return `The provider does not call the payment ${id} paid.`;
  // A provider still calls a payment paid whose money went back.
  if (look.refunds.some(({ state }) => state !== 'failed') || isTakenBack(look.disputes))
    return `Money of the payment ${id} went back: end it by "admin payments return".`;
  if (look.reference !== id || look.currency !== currency)
    return `${priceOf(look.receivedCents, look.currency)} were paid for ${look.reference}, and the order was another: give it back by "admin payments return".`;
  if (look.receivedCents === paidCents) return undefined;
  const [real, said] = [look.receivedCents, paidCents].map((cents) => priceOf(cents, look.currency));
  return `For the payment ${id} ${real} were paid, not ${said}: nothing is given.`;
}

const priceOf = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;
