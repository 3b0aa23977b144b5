import { notifyLike as contract, type JobDataOf } from '@heartline/contracts';
import { likeNews, quietUntil } from '@heartline/domain';
import type { LikerInTheNews } from '../likes/index.ts';
import { likesPush, matchPush } from './like-push.ts';
import { notifiable } from './message-push.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { CLOCKS_APART_MS, pushOnce } from './push-once.ts';

type Pair = JobDataOf<typeof contract>;

/**
 * Decides some seconds after a like if a push is needed, for the like or the match it made. Reads everything
 * now.
 *
 * - No push if the like was taken back or seen, or if a device shows the site.
 * - No push if the account is not active, wants none, or the two no longer see each other.
 * - In quiet hours the question waits for their end.
 * - One push covers all likes that are new by then, with the newest as its cause, so several questions give
 *   one push.
 * - A like is pushed once, even if it is taken back and given again: repeated likes must not make a phone
 *   buzz.
 */
export async function notifyLike(context: NotificationsContext, pair: Pair): Promise<{ pushed: number }> {
  const none = { pushed: 0 };
  const { member } = pair;
  const account = await notifiable(context, member);
  const settings = account && (await context.settings.get(member));
  if (!account || !settings?.push.like) return none;
  if (!likeNews(await context.likes.between(member, pair.other))) return none;
  const askAgain = (why: string, delayMs: number) => askLater(context, pair, why, delayMs);
  const now = context.clock.now();
  const quietEnd = quietUntil(settings.quiet_hours, now);
  if (quietEnd !== undefined) {
    await askAgain(`quiet-${quietEnd}`, quietEnd - now + CLOCKS_APART_MS);
    return none;
  }
  const likers = await likersOf(context, pair);
  const other = likers.find(({ profile }) => profile.id === pair.other);
  if (!other) return none;
  const reader = { account, settings };
  const likes = likers.filter((liker) => liker.news === 'like');
  const push = await (other.news === 'match'
    ? matchPush(context, reader, other.profile)
    : likesPush(context, reader, likes));
  return push ? { pushed: Number(await pushOnce(context, { member, ...push, askAgain })) } : none;
}

/**
 * New likes from people the member may see, newest first; none while a device shows the site, or after a
 * block.
 */
async function likersOf(context: NotificationsContext, { member, other }: Pair): Promise<LikerInTheNews[]> {
  const [focused, isBlocked] = await Promise.all([
    context.presence.focused(member),
    context.safety.isBlocked(member, other),
  ]);
  return focused.length > 0 || isBlocked ? [] : context.likes.likersInTheNews(member);
}

/**
 * Asks again later: at the end of quiet hours, when a busy push service allows it, or when a claim expires.
 */
async function askLater(
  context: NotificationsContext,
  pair: Pair,
  why: string,
  delayMs: number,
): Promise<void> {
  const jobId = `like-${why}-${pair.member}-${pair.other}`;
  const isAsked = await context.queues.enqueue(contract, pair, { jobId, delayMs });
  // The failed job runs again and asks again.
  if (!isAsked) throw new Error('delayed push job not enqueued: queue unavailable');
}
