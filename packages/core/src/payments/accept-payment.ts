import { fullPriceCents } from '@heartline/domain';
import { endBonusOfPayment } from './expire-bonus.ts';
import { followPayment } from './follow-payment.ts';
import { changePayment, findPayment, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/**
 * A person decides about a payment that is held because another amount was paid than was ordered: what was ordered is
 * given, for what was paid, which is also the most that is ever paid back. The provider is asked once more, has to name the
 * amount that the person decided about (`paidCents`), and the state moves by one conditional write; done again it changes
 * nothing. What was paid in another currency, or for another order, can only be given back at the provider, and the
 * sentence says so.
 *
 * Rejects with `ProviderUnavailable` when the provider cannot be asked; nothing has moved then.
 */
export async function acceptPayment(
  context: PaymentsContext,
  id: string,
  paidCents: number,
): Promise<{ done: PaymentDoc } | { problem: string }> {
  const payment = await findPayment(context.mongo, id);
  if (!payment) return { problem: `There is no payment ${id}.` };
  // Done before, as far as it came.
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

/** Whether it was ordered at the full price, or still has the welcome discount, which is used up then (C7). */
async function hasDiscount(context: PaymentsContext, payment: PaymentDoc): Promise<boolean> {
  const isFull = payment.priceCents >= fullPriceCents(payment.package, payment.currency as Currency);
  return isFull || (await endBonusOfPayment(context, payment));
}
