import {
  type paymentWebhook as contract,
  type OutputOf,
  ok,
  type Result,
  refuse,
} from '@heartline/contracts';
import { failpoint, type PaymentProvider, ProviderUnavailable, type RawWebhook } from '@heartline/platform';
import { followPayment, strayOf } from './follow-payment.ts';
import { followRefundsOf } from './follow-refund.ts';
import {
  findByProvider,
  findPayment,
  markHandled,
  noteReported,
  type PaymentDoc,
  wasHandled,
} from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import { noteRefundsReported } from './refund.repository.ts';
import { recordStray } from './stray.repository.ts';

/** The account of an installation that has one provider, and of addresses from before there were accounts. */
const FIRST_ACCOUNT = 'bridge';
/** The webhook may overtake our own row for this long: then it is refused, and the provider repeats it. */
const OVERTAKING_MS = 3_600_000;

/**
 * Takes a webhook of a provider, proven by the adapter of the account; only the ids in it are used. A known payment is
 * marked as due, the webhook is answered, and then the provider is asked; the next pass repeats what is cut off. Late,
 * repeated or reordered webhooks lead to the same state.
 */
export async function handleWebhook(
  context: PaymentsContext,
  named: string | undefined,
  raw: Omit<RawWebhook, 'now'>,
): Promise<Result<OutputOf<typeof contract>>> {
  const account = named ?? FIRST_ACCOUNT;
  const provider = context.payments.of(account);
  if (!provider) return refuse('NOT_FOUND');
  const now = context.clock.now();
  const notice = provider.readWebhook({ ...raw, now });
  if (!notice) return refuse('WEBHOOK_REFUSED');
  const event = notice.eventId === null ? null : `${account}:${notice.eventId}`;
  if (event !== null && (await wasHandled(context.mongo, event))) return ok({ ok: true });
  try {
    for (const id of notice.look) {
      const isTaken = await take(context, { account, provider, id, now });
      if (!isTaken) return refuse('UNAVAILABLE');
    }
  } catch (error) {
    // The provider repeats a webhook that was not accepted.
    if (error instanceof ProviderUnavailable) return refuse('UNAVAILABLE');
    throw error;
  }
  failpoint('webhook:before-mark');
  if (event !== null) await markHandled(context.mongo, event, notice.look.join(' '), now);
  return ok({ ok: true });
}

interface Named {
  account: string;
  provider: PaymentProvider;
  id: string;
  now: number;
}

/** Acts on one provider payment that a webhook named; false if its order is not known yet. */
async function take(context: PaymentsContext, { account, provider, id, now }: Named): Promise<boolean> {
  const known = await findByProvider(context.mongo, account, id);
  if (known) {
    void followReported(context, await noteNews(context, known, now)).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      context.logger.warn({ payment: known._id, reason }, 'reported payment waits for the next pass');
    });
    return true;
  }
  const look = await provider.look(id);
  if (!look || look.reference === '') return true;
  const payment = await findPayment(context.mongo, look.reference);
  // Refunds and disputes may name the money by another id than the checkout.
  if (payment) {
    const reported = await noteNews(context, payment, now);
    await followPayment(context, reported, { account, look, askedAt: now });
    await followRefundsOf(context, payment._id);
    return true;
  }
  if (now - look.createdAt < OVERTAKING_MS) return false;
  if (look.state === 'paid') {
    await recordStray(context.mongo, strayOf({ account, look }, 'unknown', now));
    context.logger.error({ account, payment: id }, 'money came for an unknown order: see admin strays');
  }
  return true;
}

/** Makes a payment and its refunds due, so that no crash loses the news. */
async function noteNews(context: PaymentsContext, payment: PaymentDoc, now: number): Promise<PaymentDoc> {
  const reported = (await noteReported(context.mongo, payment._id, now)) ?? payment;
  await noteRefundsReported(context.mongo, payment._id, now);
  return reported;
}

/** The provider’s word on a payment that a webhook named, and on its refunds. */
async function followReported(context: PaymentsContext, payment: PaymentDoc): Promise<void> {
  await followPayment(context, payment);
  await followRefundsOf(context, payment._id);
}
