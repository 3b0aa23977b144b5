import { notifyMessages as contract, type JobDataOf } from '@heartline/contracts';
import { quietUntil } from '@heartline/domain';
import { failpoint, rowId, rowsById } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES } from '../messaging/index.ts';
import { FOCUS_FADES_MS, payloadFor, recipientOf, tellable } from './message-push.ts';
import {
  CLAIM_MS,
  claimNotification,
  markSent,
  noteReached,
  notificationId,
} from './notification.repository.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { sendPush } from './send-push.ts';

type Item = JobDataOf<typeof contract>['items'][number];

/** Asked earlier than this, a claim would still be found taken. */
const AGAIN_MS = CLAIM_MS + 5_000;
/**
 * Quiet hours are over on every clock this long after their end on one: two workers may be 4 s apart. A worker that
 * found them still on would ask again under the name of the very job it is at, which a queue drops.
 */
const CLOCKS_APART_MS = 5_000;

/**
 * A few seconds after messages were stored: is a push still needed? Everything is read again, since the answer may
 * have changed: not if the message was read, if a device of the recipient has the site in front (and got it), if the account is
 * not active, wants none of this type, or if sender and recipient no longer see each other. In quiet hours the question
 * waits for their end. Then one push per message and recipient; several
 * new messages of one conversation are one push, for the last of them.
 */
export async function notifyMessages(
  context: NotificationsContext,
  items: readonly Item[],
): Promise<{ pushed: number }> {
  const asked = await ofTellable(context, items);
  if (asked.length === 0) return { pushed: 0 };
  const ids = new Set(asked.map((item) => rowId(item.conversation, item.seq)));
  const rows = await context.mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find(rowsById([...ids]), { batchSize: ids.size + 1 })
    .toArray();
  // What was taken back meanwhile keeps none of the others from being told.
  const standing = rows.filter((row) => isVisible(row) && !row.gone).sort((a, b) => a.n - b.n);
  const together = Map.groupBy(standing, (row) => `${row.recipient}:${row.owner}`);
  const outcomes = await Promise.all([...together.values()].map((some) => notify(context, some)));
  return { pushed: outcomes.filter(Boolean).length };
}

/** Those for people who can be told at all, so that nothing is read for the others. */
async function ofTellable(context: NotificationsContext, items: readonly Item[]): Promise<Item[]> {
  const accounts = await Promise.all(items.map(({ recipient }) => tellable(context, recipient)));
  return items.filter((_, index) => accounts[index]);
}

/** Tells of messages of one conversation, in their order, by the last of them. */
async function notify(context: NotificationsContext, asked: readonly ConversationRow[]): Promise<boolean> {
  const [some] = asked;
  if (!some) return false;
  const marks = await context.messaging.readMarksOf(some.recipient, some.owner);
  // What was read is told by nobody, so it is not noted as told either, whoever it happened to be asked about with.
  const rows = asked.filter(({ n }) => n > marks.readSeq);
  const [first, row] = [rows[0], rows.at(-1)];
  if (!first || !row) return false;
  const recipient = await recipientOf(context, row, first);
  if (!recipient) return false;
  const now = context.clock.now();
  const { quiet_hours: quiet } = recipient.settings;
  const quietEnd = quietUntil(quiet, now);
  if (quietEnd !== undefined) {
    await askAgain(context, rows, `quiet-${quietEnd}`, quietEnd - now + CLOCKS_APART_MS);
    return false;
  }
  const payload = await payloadFor(context, row, recipient, marks);
  if (payload === 'unheard')
    await askAgain(context, rows, `unheard-${Math.floor(now / AGAIN_MS)}`, FOCUS_FADES_MS);
  if (!payload || payload === 'unheard') return false;
  const id = notificationId(row.recipient, causeOf(row, quietUntil(quiet, row.at)), 'push');
  const claim = await claimNotification(context.mongo, id, now);
  // Its worker may have died, and this be the job that runs again: nobody else would ask.
  if (claim.state === 'taken') await askAgain(context, rows, `taken-${Math.floor(now / AGAIN_MS)}`, AGAIN_MS);
  if (claim.state !== 'ours') return false;
  failpoint('notify:before-push');
  const { reached, retryAfterMs } = await sendPush(context, row.recipient, payload, claim.reached);
  if (retryAfterMs !== undefined) {
    await noteReached(context.mongo, id, reached);
    await askAgain(context, rows, `again-${Math.floor(now / 1_000)}`, Math.max(retryAfterMs, AGAIN_MS));
    return reached.length > 0;
  }
  failpoint('notify:after-push');
  const told = rows.map((one) =>
    notificationId(one.recipient, causeOf(one, quietUntil(quiet, one.at)), 'push'),
  );
  await markSent(context.mongo, id, told, context.clock.now());
  return reached.length > 0;
}

/** A message is told once. Those of one conversation that waited out the same quiet hours are told together. */
function causeOf(row: ConversationRow, quietEnd: number | undefined): string {
  return quietEnd === undefined ? `${row.owner}-${row.n}` : `${row.owner}-quiet-${quietEnd}`;
}

/** The same question later: when quiet hours end, a push service that was busy wants to hear of it, or a claim is over. */
async function askAgain(
  context: NotificationsContext,
  rows: readonly ConversationRow[],
  why: string,
  delayMs: number,
): Promise<void> {
  const items = rows.map((row) => ({ recipient: row.recipient, conversation: row.owner, seq: row.n }));
  const last = items.at(-1);
  const jobId = `notify-${why}-${last?.conversation}-${last?.seq}`;
  const isAsked = await context.queues.enqueue(contract, { items }, { jobId, delayMs });
  // The job that failed runs again, and asks again.
  if (!isAsked) throw new Error('the question whether to push could not be put off');
}
