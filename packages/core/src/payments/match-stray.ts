import { isTakenBack } from '@heartline/domain';
import type { Look } from '@heartline/platform';
import { closePayment } from './close-payment.ts';
import { followPayment, publish } from './follow-payment.ts';
import { changePayment, findPayment, type PaymentDoc } from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
import type { PaymentsContext } from './payments-context.ts';
import { changeStray, findStray, type StrayDoc } from './stray.repository.ts';

type Outcome = { done: { stray: StrayDoc; payment: PaymentDoc } } | { problem: string };

/**
 * An operator gives the money of an unknown order to the order it was meant for, such as a transfer with a wrong
 * reference (6.9):
 *
 * 1. The provider must confirm the money, and it must cover the price.
 * 2. The unpaid checkout of the order is closed, so that nobody pays twice.
 * 3. The stray is claimed for the order in one conditional write.
 * 4. The order becomes completed by that money, and is granted. Money beyond the price becomes a stray of its own.
 *
 * A repeat continues where it stopped. Rejects with `ProviderUnavailable` if the provider cannot be asked; the order is
 * not granted then.
 */
export async function matchStray(context: PaymentsContext, id: string, order: string): Promise<Outcome> {
  const [stray, payment] = await Promise.all([
    findStray(context.mongo, id),
    findPayment(context.mongo, order),
  ]);
  if (!stray) return { problem: `There is no stray payment ${id}. "admin strays list" shows them all.` };
  if (!payment) return { problem: `There is no payment ${order}. "admin payments find" looks for one.` };
  if (stray.state === 'matched' && stray.payment === order) return give(context, stray, payment);
  if (stray.why !== 'unknown')
    return { problem: `The stray payment ${id} belongs to the order ${stray.reference} already.` };
  if (stray.state !== 'seen' && stray.state !== 'failed')
    return { problem: `The stray payment ${id} is ${stray.state} already.` };
  const look = await providerOf(context.payments, stray.account).look(stray.providerId);
  const problem = moneyProblem(payment, look);
  if (problem) return { problem };
  const { payment: closed } = await closePayment(context, payment, 'expired');
  const settled = settledProblem(closed);
  if (settled) return { problem: settled };
  const claimed = await changeStray(context.mongo, stray, { state: 'matched', payment: order });
  return claimed ? give(context, claimed, closed) : matchStray(context, id, order);
}

/** Completes the order by the money of its stray, and grants it. */
async function give(context: PaymentsContext, stray: StrayDoc, payment: PaymentDoc): Promise<Outcome> {
  const { account, providerId } = stray;
  if (payment.providerId === providerId && payment.state === 'completed')
    return { done: { stray, payment: await followPayment(context, payment) } };
  const problem = settledProblem(payment);
  if (problem) {
    // It was paid another way since a crash: the money waits for a decision again.
    await changeStray(context.mongo, stray, { state: 'seen' });
    return { problem };
  }
  const moved = await changePayment(
    context.mongo,
    { _id: payment._id, state: payment.state },
    {
      state: 'completed',
      reason: null,
      settlement: 'paid',
      account,
      providerId,
      receivedCents: stray.cents,
      checkedAt: context.clock.now(),
      dueAt: null,
    },
  );
  if (!moved) return matchStray(context, stray._id, payment._id);
  await publish(context, moved);
  return { done: { stray, payment: await followPayment(context, moved) } };
}

/** The reason why the money does not pay for an order; undefined if it does. */
function moneyProblem({ _id, priceCents, currency }: PaymentDoc, look: Look | undefined): string | undefined {
  if (look?.state !== 'paid') return 'The provider does not call the stray payment paid.';
  if (look.refunds.some(({ state }) => state !== 'failed') || isTakenBack(look.disputes))
    return 'Money of the stray payment went back.';
  if (look.currency === currency && look.receivedCents >= priceCents) return undefined;
  const [came, price] = [priceOf(look.receivedCents, look.currency), priceOf(priceCents, currency)];
  return `${came} came, and the payment ${_id} costs ${price}: give it back by "admin strays return".`;
}

/** The reason why an order takes no money any more; undefined if it is unpaid. */
function settledProblem({ _id, state, reason }: PaymentDoc): string | undefined {
  if (state === 'completed') return `The payment ${_id} is paid already.`;
  if (state === 'review') return `The payment ${_id} is held: decide on it first, by "admin payments".`;
  return reason === 'returned' ? `The money of the payment ${_id} was given back.` : undefined;
}

const priceOf = (cents: number, currency: string) => `${(cents / 100).toFixed(2)} ${currency}`;
