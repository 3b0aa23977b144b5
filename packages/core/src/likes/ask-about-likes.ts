import { notifyLike } from '@heartline/contracts';
import { slicesOfTime } from '@heartline/platform';
import type { LikeRow } from './like.repository.ts';
import type { LikesContext } from './likes-context.ts';

/** Time for the recipient to see it live before a push is considered. */
const NOTIFY_AFTER_MS = 3_000;
const BATCH = 100;

/**
 * Asks if the liked member needs a push; false if Redis does not accept the question. Asked twice, it pushes
 * once.
 */
export function askAboutLike(
  { queues }: Pick<LikesContext, 'queues'>,
  { to, from, at }: Pick<LikeRow, 'to' | 'from' | 'at'>,
): Promise<boolean> {
  const options = { jobId: `like-${to}-${from}-${at}`, delayMs: NOTIFY_AFTER_MS };
  return queues.enqueue(notifyLike, { member: to, other: from }, options);
}

/**
 * Asks again about all existing likes of a period, `until` excluded: Redis may have lost or refused the
 * questions. Returns their number; rejects if Redis accepts none.
 */
export async function askAboutLikes(
  context: Pick<LikesContext, 'queues' | 'likes'>,
  time: { from: number; until: number },
): Promise<number> {
  let asked = 0;
  for await (const some of slicesOfTime({ ...time, batch: BATCH }, context.likes.givenIn)) {
    const taken = await Promise.all(some.map((like) => askAboutLike(context, like)));
    if (taken.includes(false)) throw new Error('push job not enqueued: queue unavailable');
    asked += some.length;
  }
  return asked;
}
