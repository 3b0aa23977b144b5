import { fullPriceCents } from '@heartline/domain';
import { type Look, ProviderRefused } from '@heartline/platform';
import { endBonusOfPayment } from './expire-bonus.ts';
import { followPayment, publish } from './follow-payment.ts';
import { changePayment, findPayment, type PaymentDoc } from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
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
  if (payment.decision === 'return')
    return { problem: `The payment ${id} is being given back: end that by "admin payments return".` };
  const look = await providerOf(context.payments, payment.account).look(payment.providerId);
  const problem = amountProblem(payment, look, paidCents);
  if (problem) return { problem };
  if (!(await hasDiscount(context, payment)))
    return {
      problem: `The welcome discount of the payment ${id} went to another one: give it back by "admin payments return".`,
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
  if (look.refunds.some(({ state }) => state !== 'failed'))
    return `Money of the payment ${id} went back: end it by "admin payments return".`;
  if (look.reference !== id || look.currency !== currency)
    return `${priceOf(look.receivedCents, look.currency)} were paid for ${look.reference}, and the order was another: give it back by "admin payments return".`;
  if (look.receivedCents === paidCents) return undefined;
  const [real, said] = [look.receivedCents, paidCents].map((cents) => priceOf(cents, look.currency));
  return `For the payment ${id} ${real} were paid, not ${said}: nothing is given.`;
}

/**
 * An operator gives a held payment back:
 *
 * 1. Store the decision, so that nobody accepts what is on its way back.
 * 2. Refund all of the money under one key; not if the operator returned it outside the provider (`byHand`).
 * 3. End the payment as failed. After a refusal, take the decision back instead.
 *
 * A repeat continues where it stopped, and sends no second refund. Rejects with `ProviderUnavailable` if the provider
 * cannot be asked; the payment waits for a repeat then.
 */
export async function returnPayment(
  context: PaymentsContext,
  id: string,
  { byHand = false }: { byHand?: boolean } = {},
): Promise<{ done: PaymentDoc } | { problem: string }> {
  const payment = await findPayment(context.mongo, id);
  if (!payment) return { problem: `There is no payment ${id}.` };
  if (payment.state === 'failed' && payment.reason === 'returned') return { done: payment };
  const held = { _id: id, state: 'review' } as const;
  const claimed = await changePayment(context.mongo, held, { decision: 'return' });
  if (!claimed || claimed.providerId === null)
    return { problem: `The payment ${id} is ${payment.state}: nothing about it is to be decided.` };
  const why = byHand ? undefined : await sendBack(context, claimed, claimed.providerId);
  if (why !== undefined) {
    await changePayment(context.mongo, held, { decision: null });
    return {
      problem: `The payment ${id} was not given back: ${why}. Return the money yourself, then repeat this with --by-hand.`,
    };
  }
  const checkedAt = context.clock.now();
  const moved = await changePayment(context.mongo, held, { state: 'failed', reason: 'returned', checkedAt });
  if (moved) await publish(context, moved);
  return moved ? { done: moved } : returnPayment(context, id);
}

/** Refunds all that a provider received for a payment, once; the reason if it refuses. */
async function sendBack(
  context: PaymentsContext,
  { _id, account }: PaymentDoc,
  providerId: string,
): Promise<string | undefined> {
  const provider = providerOf(context.payments, account);
  const look = await provider.look(providerId);
  if (!look) return 'the provider does not know it';
  if (look.refunds.some(({ state }) => state !== 'failed')) return undefined;
  const { id, receivedCents: cents, currency } = look;
  try {
    const refund = await provider.refund({ key: `return-${_id}`, id, cents, currency });
    return refund.state === 'failed' ? 'the refund failed' : undefined;
  } catch (error) {
    if (error instanceof ProviderRefused) return error.message;
    throw error;
  }
}

const priceOf = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;

type Currency = Parameters<typeof fullPriceCents>[1];

/** True if it was ordered at the full price, or still holds the welcome discount, which this uses up (C7). */
async function hasDiscount(context: PaymentsContext, payment: PaymentDoc): Promise<boolean> {
  const isFull = payment.priceCents >= fullPriceCents(payment.package, payment.currency as Currency);
  return isFull || (await endBonusOfPayment(context, payment));
}
