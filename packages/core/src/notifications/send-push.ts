import type { PushPayload } from '@heartline/contracts';
import type { NotificationsContext } from './notifications-context.ts';
import { noteNoneLeft } from './register-push.ts';
import { dropSubscription, findSubscriptions, type SubscriptionDoc } from './subscription.repository.ts';

/** After a day the member finds the message by opening the site. */
const TTL_SECONDS = 86_400;

/**
 * Sends one payload to every browser of a member except those that have it. Deletes dead subscriptions.
 * Returns which browsers took it, and when to retry the others if a push service asked for that.
 */
export async function sendPush(
  context: NotificationsContext,
  member: string,
  payload: PushPayload,
  reachedBefore: readonly string[],
): Promise<{ reached: string[]; retryAfterMs?: number }> {
  const subscriptions = await signedInBrowsers(context, member);
  const text = JSON.stringify(payload);
  const outcomes = await Promise.all(
    subscriptions
      .filter(({ _id }) => !reachedBefore.includes(_id))
      .map(async (subscription) => {
        const options = { topic: payload.tag, ttlSeconds: TTL_SECONDS };
        const answer = await context.push.send(subscription, text, options);
        if (answer.outcome === 'gone') await dropSubscription(context.mongo, subscription._id, member);
        return { ...answer, browser: subscription._id };
      }),
  );
  const gone = outcomes.filter(({ outcome }) => outcome === 'gone').length;
  if (gone > 0 && gone === subscriptions.length) {
    await noteNoneLeft(context, member, () => signedInBrowsers(context, member));
  }
  const reached = outcomes.flatMap((one) => (one.outcome === 'sent' ? [one.browser] : []));
  const later = outcomes.flatMap((one) => (one.outcome === 'later' ? [one.retryAfterMs] : []));
  return later.length > 0 ? { reached, retryAfterMs: Math.max(...later) } : { reached };
}

/**
 * Browsers with a valid session: a signed-out browser, also one signed out remotely, shows nothing any more.
 */
async function signedInBrowsers(context: NotificationsContext, member: string): Promise<SubscriptionDoc[]> {
  const [all, living] = await Promise.all([
    findSubscriptions(context.mongo, member),
    context.accounts.livingSessions(member),
  ]);
  return all.filter(({ session }) => session === undefined || living.has(session));
}
