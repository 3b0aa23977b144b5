import { notifyLike as contract, type JobDataOf } from '@heartline/contracts';
import { likeNews, quietUntil } from '@heartline/domain';
import type { LikerInTheNews } from '../likes/index.ts';
import { likesPush, matchPush } from './like-push.ts';
import { notifiable } from './message-push.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { CLOCKS_APART_MS, pushOnce } from './push-once.ts';

type Pair = JobDataOf<typeof contract>;

/**
 * A few seconds after somebody liked a member: is a push needed, of the like or of the match it made? Everything is read
 * now: none if the like was taken back or looked at, if a device of the member has the site in front (and showed it), if
 * the account is not active, wants none, or if the two no longer see each other. In quiet hours the question waits for
 * their end. One push tells of all likes that are new by then, under the name of the newest, so that of several questions
 * one pushes. A like is told once, also where it is taken back and given again: nobody makes a phone buzz by pressing a
 * heart over and over.
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

/** What is news of people the member may see, newest first; nobody while a device has the site in front, or after a block. */
async function likersOf(context: NotificationsContext, { member, other }: Pair): Promise<LikerInTheNews[]> {
  const [focused, isBlocked] = await Promise.all([
    context.presence.focused(member),
    context.safety.isBlocked(member, other),
  ]);
  return focused.length > 0 || isBlocked ? [] : context.likes.likersInTheNews(member);
}

/** The same question later: when quiet hours end, a push service that was busy wants to hear of it, or a claim is over. */
async function askLater(
  context: NotificationsContext,
  pair: Pair,
  why: string,
  delayMs: number,
): Promise<void> {
  const jobId = `like-${why}-${pair.member}-${pair.other}`;
  const isAsked = await context.queues.enqueue(contract, pair, { jobId, delayMs });
  // The job that failed runs again, and asks again.
  if (!isAsked) throw new Error('the question whether to push could not be put off');
}
