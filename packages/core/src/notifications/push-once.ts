import type { PushPayload } from '@heartline/contracts';
import { failpoint } from '@heartline/platform';
import {
  CLAIM_MS,
  claimNotification,
  markNotified,
  markSent,
  noteReached,
  notificationId,
} from './notification.repository.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { sendPush } from './send-push.ts';

/** A shorter delay would still find the claim taken. */
export const AGAIN_MS = CLAIM_MS + 5_000;
/**
 * Delay after the end of quiet hours: the clocks of two workers may be 4 s apart. A worker still in quiet
 * hours would ask again under the id of its own running job, which a queue drops.
 */
export const CLOCKS_APART_MS = 5_000;

/** One push to all browsers of a member. */
export interface OnePush {
  member: string;
  /** The cause of the push; each is pushed once. */
  cause: string;
  /** Further causes it covers, which get no push of their own. */
  besides: readonly string[];
  payload: PushPayload;
  /** Delays the question; `why` changes the job id. */
  askAgain(why: string, delayMs: number): Promise<void>;
}

/**
 * Pushes once per cause, whatever is repeated and whichever process dies. A unique insert claims the cause;
 * an unfinished claim is asked about again once it expires, a busy push service when it allows it. True if a
 * browser accepted it.
 */
export async function pushOnce(context: NotificationsContext, push: OnePush): Promise<boolean> {
  const { mongo, clock } = context;
  const { member, payload, askAgain } = push;
  const now = clock.now();
  const idOf = (cause: string) => notificationId(member, cause, 'push');
  const [id, besides] = [idOf(push.cause), push.besides.map(idOf)];
  const claim = await claimNotification(mongo, id, now);
  // Its worker may have died, and this may be the job that runs again: no other job would ask.
  if (claim.state === 'taken') await askAgain(`taken-${Math.floor(now / AGAIN_MS)}`, AGAIN_MS);
  // If the main message is taken back later, the causes it covered must not be pushed again.
  if (claim.state === 'done') await markNotified(mongo, besides, now);
  if (claim.state !== 'ours') return false;
  failpoint('notify:before-push');
  const { reached, retryAfterMs } = await sendPush(context, member, payload, claim.reached);
  if (retryAfterMs !== undefined) {
    await noteReached(mongo, id, reached);
    await askAgain(`again-${Math.floor(now / 1_000)}`, Math.max(retryAfterMs, AGAIN_MS));
    return reached.length > 0;
  }
  failpoint('notify:after-push');
  await markSent(mongo, id, clock.now());
  await markNotified(mongo, besides, clock.now());
  return reached.length > 0;
}
