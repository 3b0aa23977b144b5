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

/** Asked earlier than this, a claim would still be found taken. */
export const AGAIN_MS = CLAIM_MS + 5_000;
/**
 * Quiet hours are over on every clock this long after their end on one: two workers may be 4 s apart. A worker that
 * found them still on would ask again under the name of the very job it is at, which a queue drops.
 */
export const CLOCKS_APART_MS = 5_000;

/** One push to all browsers of a member. */
export interface OnePush {
  member: string;
  /** What it tells of, told once. */
  cause: string;
  /** What it tells of besides, which is then not told by itself. */
  besides: readonly string[];
  payload: PushPayload;
  /** Puts the question off; `why` makes the name of the job another one. */
  askAgain(why: string, delayMs: number): Promise<void>;
}

/**
 * Pushes once per cause, whatever is repeated and whoever dies in between: the cause is claimed by a unique insert, a
 * claim without an end is asked about again once it is given up, a push service that is busy once it wants to hear of it.
 * True when a browser took it.
 */
export async function pushOnce(context: NotificationsContext, push: OnePush): Promise<boolean> {
  const { mongo, clock } = context;
  const { member, payload, askAgain } = push;
  const now = clock.now();
  const idOf = (cause: string) => notificationId(member, cause, 'push');
  const [id, besides] = [idOf(push.cause), push.besides.map(idOf)];
  const claim = await claimNotification(mongo, id, now);
  // Its worker may have died, and this be the job that runs again: nobody else would ask.
  if (claim.state === 'taken') await askAgain(`taken-${Math.floor(now / AGAIN_MS)}`, AGAIN_MS);
  // Should what it tells of be taken back now, what it told of besides is no news.
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
