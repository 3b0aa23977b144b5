import { ECDH } from 'node:crypto';
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
  if (!isKey(key) || auth.length !== AUTH_BYTES) {
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

/** Whether something can be sealed for this key; one on no curve would fail each job that has a push for it. */
function isKey(key: Buffer): boolean {
  if (key.length !== KEY_BYTES || key[0] !== UNCOMPRESSED) return false;
  try {
    ECDH.convertKey(key, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** This browser takes no pushes any more; one that belongs to somebody else is left alone. */
export async function unregisterPush(
  context: NotificationsContext,
  member: string,
  endpoint: string,
): Promise<{ ok: true }> {
  await dropSubscription(context.mongo, subscriptionId(endpoint), member);
  await noteNoneLeft(context, member, () => findSubscriptions(context.mongo, member));
  return { ok: true };
}

/**
 * Notes that a member has no browser left, if so. A browser may register at this very moment: it is written before the
 * note that there is one, so who looks again after saying “none” finds it.
 */
export async function noteNoneLeft(
  context: NotificationsContext,
  member: string,
  browsers: () => Promise<readonly unknown[]>,
): Promise<void> {
  if ((await browsers()).length > 0) return;
  await context.accounts.setPushSubscribed(member, false);
  if ((await browsers()).length > 0) await context.accounts.setPushSubscribed(member, true);
}
