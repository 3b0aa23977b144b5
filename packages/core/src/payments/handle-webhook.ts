import {
  type paymentWebhook as contract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { ProviderUnavailable } from '@heartline/platform';
import { followPayment } from './follow-payment.ts';
import {
  changePayment,
  findPayment,
  markHandled,
  noteReported,
  type PaymentDoc,
  wasHandled,
} from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import { followRefundsOf } from './refund-payment.ts';

export interface Webhook {
  rawBody: Buffer;
  signature: string | undefined;
  event: ParsedOf<typeof contract>;
}

/**
 * A webhook of the provider. The signature over the raw bytes must be valid; only the payment id of the
 * content is used, to ask the provider. Late, repeated or reordered webhooks lead to the same state; an
 * unknown payment is refused.
 */
export async function handleWebhook(
  context: PaymentsContext,
  { rawBody, signature, event }: Webhook,
): Promise<Result<OutputOf<typeof contract>>> {
  if (!context.payments.verifyWebhook(rawBody, signature, context.clock.now())) {
    return refuse('WEBHOOK_REFUSED');
  }
  if (await wasHandled(context.mongo, event.id)) return ok({ ok: true });
  try {
    const payment = await paymentOf(context, event.payment);
    if (!payment) return refuse('WEBHOOK_REFUSED');
    await follow(context, payment);
    await followRefundsOf(context, payment._id);
    await markHandled(context.mongo, event.id, payment._id, context.clock.now());
    return ok({ ok: true });
  } catch (error) {
    // The provider repeats a webhook that was not accepted.
    if (error instanceof ProviderUnavailable) return refuse('UNAVAILABLE');
    throw error;
  }
}

/**
 * The provider's own status may lag behind its webhook: an unchanged payment is then asked about as often as
 * a new one.
 */
async function follow(context: PaymentsContext, payment: PaymentDoc): Promise<void> {
  const { state } = await followPayment(context, payment);
  if (state !== payment.state || state === 'completed' || state === 'review') return;
  await noteReported(context.mongo, payment._id, context.clock.now());
}

/**
 * Our payment for the provider’s id. The webhook may arrive before the provider’s answer to our own call, so
 * an unknown provider id is stored here.
 */
async function paymentOf(context: PaymentsContext, providerId: string): Promise<PaymentDoc | undefined> {
  const word = await context.payments.fetch(providerId);
  const payment = word && (await findPayment(context.mongo, word.reference));
  if (!payment) return undefined;
  if (payment.providerId === null) {
    return changePayment(context.mongo, { _id: payment._id, providerId: null }, { providerId });
  }
  return payment.providerId === providerId ? payment : undefined;
}
