import { fullPriceCents } from '@heartline/domain';
import { endBonusOfPayment } from './expire-bonus.ts';
import { followPayment } from './follow-payment.ts';
import { changePayment, findPayment, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

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
  const word = await context.payments.fetch(payment.providerId);
  if (word?.state !== 'paid') return { problem: `The provider does not call the payment ${id} paid.` };
  if (word.reference !== payment._id || word.currency !== payment.currency) {
    return {
      problem: `${priceOf(word.amountCents, word.currency)} were paid for ${word.reference}, and the order was another: give it back at the provider.`,
    };
  }
  if (word.amountCents !== paidCents) {
    const [real, said] = [word.amountCents, paidCents].map((cents) => priceOf(cents, word.currency));
    return { problem: `For the payment ${id} ${real} were paid, not ${said}: nothing is given.` };
  }
  if (!(await hasDiscount(context, payment)))
    return {
      problem: `The welcome discount of the payment ${id} went to another one: give it back at the provider.`,
    };
  const moved = await changePayment(
    context.mongo,
    { _id: id, state: 'review' },
    { state: 'completed', priceCents: word.amountCents, checkedAt: context.clock.now() },
  );
  return moved ? { done: await followPayment(context, moved) } : acceptPayment(context, id, paidCents);
}

const priceOf = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

type Currency = Parameters<typeof fullPriceCents>[1];

/** True if it was ordered at the full price, or still holds the welcome discount, which this uses up (C7). */
async function hasDiscount(context: PaymentsContext, payment: PaymentDoc): Promise<boolean> {
  const isFull = payment.priceCents >= fullPriceCents(payment.package, payment.currency as Currency);
  return isFull || (await endBonusOfPayment(context, payment));
}
