import { notifyMessages as contract, type JobDataOf } from '@heartline/contracts';
import { quietUntil } from '@heartline/domain';
import { rowId, rowsById } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES } from '../messaging/index.ts';
import { FOCUS_FADES_MS, messageTo, notifiable, payloadFor, recipientOf } from './message-push.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { AGAIN_MS, CLOCKS_APART_MS, pushOnce } from './push-once.ts';

type Item = JobDataOf<typeof contract>['items'][number];

/**
 * Decides some seconds after messages were stored if a push is still needed. Reads everything again, since
 * the answer may have changed.
 *
 * - No push if the message was read, its conversation is muted, or a focused device has received it.
 * - No push if the account is not active, wants none of this type, or the two no longer see each other.
 * - In quiet hours the question waits for their end.
 * - One push per message and recipient; several new messages of one conversation share one push, for the last
 *   of them.
 * - A question always announces the newest unread message, so that no older one follows it: delayed questions
 *   arrive late and in any order.
 */
export async function notifyMessages(
  context: NotificationsContext,
  items: readonly Item[],
): Promise<{ pushed: number }> {
  const asked = await ofNotifiable(context, items);
  if (asked.length === 0) return { pushed: 0 };
  const ids = new Set(asked.map((item) => rowId(item.conversation, item.seq)));
  const rows = await context.mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find(rowsById([...ids]), { batchSize: ids.size + 1 })
    .toArray();
  // A message taken back meanwhile must not stop the push of the others.
  const remaining = rows.filter((row) => isVisible(row) && !row.gone).sort((a, b) => a.n - b.n);
  const together = Map.groupBy(remaining, (row) => `${row.recipient}:${row.owner}`);
  const outcomes = await Promise.all([...together.values()].map((some) => notify(context, some)));
  return { pushed: outcomes.filter(Boolean).length };
}

/** Those for people who can be notified at all, so that nothing is read for the others. */
async function ofNotifiable(context: NotificationsContext, items: readonly Item[]): Promise<Item[]> {
  const accounts = await Promise.all(items.map(({ recipient }) => notifiable(context, recipient)));
  return items.filter((_, index) => accounts[index]);
}

/** Pushes messages of one conversation, given in order, by the newest one that is left. */
async function notify(context: NotificationsContext, asked: readonly ConversationRow[]): Promise<boolean> {
  const [some] = asked;
  if (!some) return false;
  const [marks, isMuted] = await Promise.all([
    context.messaging.readMarksOf(some.recipient, some.owner),
    context.messaging.isMuted(some.recipient, some.owner),
  ]);
  if (isMuted) return false;
  // Skip messages already read, and do not mark them as notified.
  const rows = asked.filter(({ n }) => n > marks.readSeq);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return false;
  const recipient = await recipientOf(context, first);
  if (!recipient) return false;
  const now = context.clock.now();
  const quietEnd = quietUntil(recipient.settings.quiet_hours, now);
  if (quietEnd !== undefined) {
    await askAgain(context, rows, `quiet-${quietEnd}`, quietEnd - now + CLOCKS_APART_MS);
    return false;
  }
  const row = (await messageTo(context, last.recipient, last.owner, last.n, -1)) ?? last;
  const payload = await payloadFor(context, row, recipient, marks);
  if (payload === 'unheard')
    await askAgain(context, rows, `unheard-${Math.floor(now / AGAIN_MS)}`, FOCUS_FADES_MS);
  if (!payload || payload === 'unheard') return false;
  return pushOnce(context, {
    member: row.recipient,
    cause: causeOf(row),
    besides: rows.filter(({ n }) => n < row.n).map(causeOf),
    payload,
    askAgain: (why, delayMs) => askAgain(context, rows, why, delayMs),
  });
}

/** A message is pushed once. */
const causeOf = ({ owner, n }: ConversationRow) => `${owner}-${n}`;

/**
 * Asks again later: at the end of quiet hours, when a busy push service allows it, or when a claim expires.
 */
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
  // The failed job runs again and asks again.
  if (!isAsked) throw new Error('delayed push job not enqueued: queue unavailable');
}
