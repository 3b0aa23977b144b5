import Stripe from 'stripe';
import { z } from 'zod';
import type { RawWebhook, WebhookNotice } from '../../ports.ts';
import { REFERENCE } from './checkout-of.ts';

/** Webhooks signed earlier or later than this are refused, so a captured one is worthless later. */
const TOLERANCE_SECONDS = 300;

const event = z.object({
  id: z.string().max(255),
  type: z.string(),
  data: z.object({ object: z.looseObject({}) }),
});

const ofOurs = z.object({
  id: z.string().max(255),
  metadata: z.object({ [REFERENCE]: z.string().min(1) }),
});
const ofIntents = z.object({ payment_intent: z.string().max(255) });

/** Events about sessions and intents. Their objects carry our metadata, so those of other shops are not looked at. */
const OF_OURS = /^(checkout\.session|payment_intent)\./;
/** Events about money that goes back. They name the intent; a refund made in the dashboard has no metadata of ours. */
const OF_INTENTS = /^(charge\.refunded$|refund\.|charge\.dispute\.)/;

/**
 * Reads a webhook of Stripe: a signature over the raw bytes by one of `secrets`, at most 300 s before or after `now`.
 * Undefined: not genuine.
 */
export function readStripeWebhook(
  { body, headers, now }: RawWebhook,
  secrets: readonly string[],
): WebhookNotice | undefined {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string' || isAhead(signature, now)) return undefined;
  const genuine = secrets.map((secret) => verified(body, signature, secret, now));
  const parsed = event.safeParse(genuine.find((one) => one !== undefined));
  return parsed.success ? { eventId: parsed.data.id, look: placesToLook(parsed.data) } : undefined;
}

function verified(body: Buffer, signature: string, secret: string, now: number): unknown {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now);
  } catch {
    return undefined;
  }
}

/** The SDK refuses old signatures only. It reads the last time of a header, so this does too. */
function isAhead(signature: string, now: number): boolean {
  const time = signature.split(',').findLast((part) => part.startsWith('t='));
  return Number(time?.slice(2)) - Math.floor(now / 1_000) > TOLERANCE_SECONDS;
}

function placesToLook({ type, data: { object } }: z.infer<typeof event>): string[] {
  if (OF_OURS.test(type)) return listOf(ofOurs.safeParse(object).data?.id);
  return OF_INTENTS.test(type) ? listOf(ofIntents.safeParse(object).data?.payment_intent) : [];
}

const listOf = (id: string | undefined): string[] => (id === undefined ? [] : [id]);
