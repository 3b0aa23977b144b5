import { ECDH } from 'node:crypto';
import { ok, type PushSubscriptionInput, type Result, refuse } from '@heartline/contracts';
import type { NotificationsContext } from './notifications-context.ts';
import {
  dropSubscription,
  findSubscriptions,
  keepSubscription,
  subscriptionId,
} from './subscription.repository.ts';

/** An uncompressed P-256 point; the browser adds a secret of its own. */
const KEY_BYTES = 65;
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;

/**
 * Registers a browser for web push (S7-012). Accepts only addresses of known push services, since the server
 * will call them. A browser of another member moves to this one.
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

/**
 * True if a payload can be encrypted for this key. A point off the curve would fail every job with a push for
 * it.
 */
function isKey(key: Buffer): boolean {
  if (key.length !== KEY_BYTES || key[0] !== UNCOMPRESSED) return false;
  try {
    ECDH.convertKey(key, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** Removes this browser from push, unless it belongs to another member. */
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
 * Marks that a member has no browser left. A concurrent registration writes the browser before it marks that
 * there is one. Reading the browsers again after marking therefore finds it.
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
