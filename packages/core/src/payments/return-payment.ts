import { isTakenBack } from '@heartline/domain';
import {
  eachAlone,
  type Look,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '@heartline/platform';
import { undoUse } from './code.repository.ts';
import { publish } from './follow-payment.ts';
import { changePayment, findPayment, findReturning, type PaymentDoc } from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
import type { PaymentsContext } from './payments-context.ts';

/** Minimum time between two questions about a return that the provider has not finished. */
const ASK_EVERY_MS = 600_000;

type Outcome = { done: PaymentDoc } | { problem: string };

/** The state of money on its way back: all came, some is still under way, or nothing moves. */
type Progress = 'done' | 'pending' | { stopped: string };

/**
 * An operator gives a held payment back:
 *
 * 1. Store the decision, so that nobody accepts what is on its way back.
 * 2. Refund what the provider still has; not if the operator returned it outside the provider (`byHand`).
 * 3. End the payment as failed once all came back, perhaps days later. A refusal takes the decision back instead.
 *
 * A repeat continues where it stopped, and sends no second refund. Rejects with `ProviderUnavailable` if the provider
 * cannot be asked; the payment waits for a repeat then.
 */
export async function returnPayment(
  context: PaymentsContext,
  id: string,
  { byHand = false }: { byHand?: boolean } = {},
): Promise<Outcome> {
  const payment = await findPayment(context.mongo, id);
  if (!payment) return { problem: `There is no payment ${id}.` };
  if (payment.state === 'failed' && payment.reason === 'returned') return { done: payment };
  const claim = { decision: context.ids.documentId(), checkedAt: context.clock.now() };
  const claimed = await changePayment(context.mongo, { _id: id, state: 'review' }, claim);
  if (!claimed)
    return { problem: `The payment ${id} is ${payment.state}: nothing about it is to be decided.` };
  return settle(context, claimed, byHand ? 'done' : await sendBack(context, claimed, { mayRepeat: true }));
}

/** Ends the payment where its money is back, and takes the decision back where nothing moves. */
async function settle(context: PaymentsContext, claimed: PaymentDoc, progress: Progress): Promise<Outcome> {
  const { _id, decision = null } = claimed;
  if (progress === 'pending') return { done: claimed };
  if (progress === 'done') {
    // Accepting begins with the use of its code, and may have been cut off there.
    if (claimed.code) await undoUse(context.mongo, { ...claimed, code: claimed.code.code });
    const end = { state: 'failed', reason: 'returned', checkedAt: context.clock.now() } as const;
    const moved = await changePayment(context.mongo, { _id, state: 'review' }, end);
    if (moved) await publish(context, moved);
    return moved ? { done: moved } : returnPayment(context, _id);
  }
  // Another operator may have begun the return anew: theirs stays.
  await changePayment(context.mongo, { _id, state: 'review', decision }, { decision: null });
  return {
    problem: `The payment ${_id} was not given back: ${progress.stopped}. Return the money yourself, then repeat this with --by-hand.`,
  };
}

/** Refunds what a provider still has of a payment; after a failed refund only if it `mayRepeat`. */
async function sendBack(
  context: PaymentsContext,
  payment: PaymentDoc,
  { mayRepeat }: { mayRepeat: boolean },
): Promise<Progress> {
  const { _id, providerId } = payment;
  const provider = providerOf(context.payments, payment.account);
  const look = providerId === null ? undefined : await provider.look(providerId);
  if (!look) return { stopped: 'the provider does not know it' };
  if (isTakenBack(look.disputes)) return { stopped: 'the payer’s bank took it back' };
  const { left, isPending, failures } = moneyOf(look);
  if (left <= 0) return isPending ? 'pending' : 'done';
  if (failures > 0 && !mayRepeat) return { stopped: 'the refund failed' };
  // A refund that failed has used its key up.
  const key = failures === 0 ? `return-${_id}` : `return-${_id}-${failures + 1}`;
  const rest = await refundRest(provider, { key, id: look.id, cents: left, currency: look.currency });
  return rest === 'done' && isPending ? 'pending' : rest;
}

type Wish = Parameters<PaymentProvider['refund']>[0];

async function refundRest(provider: PaymentProvider, wish: Wish): Promise<Progress> {
  try {
    const { state } = await provider.refund(wish);
    return state === 'failed' ? { stopped: 'the refund failed' } : state;
  } catch (error) {
    if (error instanceof ProviderRefused) return { stopped: error.message };
    throw error;
  }
}

/** The money that a provider still has of a payment, in cents, and the state of its refunds. */
function moneyOf({ receivedCents, refunds }: Look) {
  const alive = refunds.filter(({ state }) => state !== 'failed');
  return {
    left: receivedCents - alive.reduce((sum, { cents }) => sum + cents, 0),
    isPending: alive.some(({ state }) => state === 'pending'),
    failures: refunds.length - alive.length,
  };
}

/**
 * Ends the returns that a provider has finished, and continues those that a crash interrupted. One that failed waits
 * for an operator again. Returns the number of payments asked about.
 */
export async function settleReturns(context: PaymentsContext): Promise<number> {
  const until = context.clock.now() - ASK_EVERY_MS;
  const returning = (await findReturning(context.mongo)).filter(({ checkedAt }) => checkedAt <= until);
  await eachAlone(returning, async (payment) => {
    try {
      await settleReturn(context, payment);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      context.logger.warn({ payment: payment._id, reason: error.message }, 'return waits for its provider');
    }
  });
  return returning.length;
}

async function settleReturn(context: PaymentsContext, seen: PaymentDoc): Promise<void> {
  const { _id, decision = null } = seen;
  const checkedAt = context.clock.now();
  const payment = await changePayment(context.mongo, { _id, state: 'review', decision }, { checkedAt });
  if (!payment) return;
  const outcome = await settle(context, payment, await sendBack(context, payment, { mayRepeat: false }));
  if ('problem' in outcome) context.logger.error({ payment: _id }, 'return of a held payment failed');
}
