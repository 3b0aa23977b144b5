import { notifySharers as job } from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import { PROFILE_CACHE_MS } from '../profiles/index.ts';
import type { LikesContext } from './likes-context.ts';
import { publishLikeStatus } from './publish-like-status.ts';

/** Changes of one member in so short a time are told together, after the last of them: a walk may be of thousands. */
const WINDOW_MS = 10_000;
/**
 * Who hears of it fetches from whichever gateway, which must not show the member as they were; the rest is for the queue
 * and for the write, which come after this was asked for.
 */
const DELAY_MS = PROFILE_CACHE_MS + 5_000;
const AT_ONCE = 50;

/** Who else is to hear of it. */
export interface Audience {
  /** Also who is in a conversation with the member: to them an invisible one looks as before. */
  partners: boolean;
}

/**
 * Before a change of whether others see a member: asks for everybody who shares a like with them to be told. No crash
 * after the change keeps it back so; without a change what they hear is nothing new. What Redis does not take is seen
 * with the next whole fetch of a page, within half an hour.
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

/** Tells everybody who shares a like with a member how the two stand, however many they are. Safe to repeat. */
export async function notifySharers(context: LikesContext, member: string): Promise<void> {
  let published: string | undefined = '';
  while (published !== undefined) {
    const others = await context.likes.sharers(member, published, AT_ONCE);
    await Promise.all(others.map((other) => publishLikeStatus(context, other, member)));
    published = others.at(-1);
  }
}
