import { notifySharers as job } from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import { PROFILE_CACHE_MS } from '../profiles/index.ts';
import type { LikesContext } from './likes-context.ts';
import { publishLikeStatus } from './publish-like-status.ts';

/**
 * Changes of one member within this time share one notification after the last: it may go to thousands of
 * people.
 */
const WINDOW_MS = 10_000;
/**
 * Notified devices fetch from any gateway, whose cache must not hold the old state. The margin is for the
 * queue and for the write, which come after the enqueue.
 */
const DELAY_MS = PROFILE_CACHE_MS + 5_000;
const AT_ONCE = 50;

/** Further recipients. */
export interface Audience {
  /** Also conversation partners of the member: to them an invisible member looks as before. */
  partners: boolean;
}

/**
 * Called before a change of a member's visibility: enqueues a notification for everyone who shares a like
 * with them. So a crash after the change cannot lose it, and without a change it is harmless. If Redis does
 * not accept it, the next full fetch of a page shows the change, within half an hour.
 */
export async function enqueueSharers(
  { queues, clock }: Pick<CoreDeps, 'queues' | 'clock'>,
  member: string,
  { partners }: Audience,
) {
  const now = clock.now();
  const window = Math.floor(now / WINDOW_MS);
  const delayMs = (window + 1) * WINDOW_MS - now + DELAY_MS;
  const jobId = `${partners ? 'partners' : 'sharers'}-${member}-${window}`;
  await queues.enqueue(job, { member, ...(partners && { partners }) }, { jobId, delayMs });
}

/** Publishes to everyone who shares a like with a member the current state of the two. Safe to repeat. */
export async function notifySharers(context: LikesContext, member: string): Promise<void> {
  let published: string | undefined = '';
  while (published !== undefined) {
    const others = await context.likes.sharers(member, published, AT_ONCE);
    await Promise.all(others.map((other) => publishLikeStatus(context, other, member)));
    published = others.at(-1);
  }
}
