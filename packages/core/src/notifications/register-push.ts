import { ok, type PushSubscriptionInput, type Result, refuse } from '@heartline/contracts';
import type { NotificationsContext } from './notifications-context.ts';
import {
  dropSubscription,
  findSubscriptions,
  keepSubscription,
  subscriptionId,
} from './subscription.repository.ts';

/** An uncompressed point on P-256, and the secret the browser made beside it. */
const KEY_BYTES = 65;
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;

/**
 * Registers a browser for web push (S7-012). Only addresses of known push services are taken, since we will call
 * them; a browser that somebody else used before moves to this member.
 */
export async function registerPush(
  context: NotificationsContext,
  member: string,
  session: string,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<Result<{ ok: true }>> {
  if (!context.push.accepts(endpoint)) {
    return refuse('VALIDATION_FAILED', { fields: { subscription: 'INVALID' } });
  }
  const key = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  if (key.length !== KEY_BYTES || key[0] !== UNCOMPRESSED || auth.length !== AUTH_BYTES) {
    return refuse('VALIDATION_FAILED', { fields: { subscription: 'INVALID' } });
  }
  await keepSubscription(context.mongo, {
    _id: subscriptionId(endpoint),
    member,
    session,
    endpoint,
    p256dh: key.toString('base64url'),
    auth: auth.toString('base64url'),
    createdAt: context.clock.now(),
  });
  await context.accounts.setPushSubscribed(member, true);
  return ok({ ok: true });
}

/** This browser takes no pushes any more; one that belongs to somebody else is left alone. */
export async function unregisterPush(
  context: NotificationsContext,
  member: string,
  endpoint: string,
): Promise<{ ok: true }> {
  await dropSubscription(context.mongo, subscriptionId(endpoint), member);
  const left = await findSubscriptions(context.mongo, member);
  await context.accounts.setPushSubscribed(member, left.length > 0);
  return { ok: true };
}
