import { notifyMessages as contract, type JobDataOf } from '@heartline/contracts';
import { quietUntil } from '@heartline/domain';
import { rowId, rowsById } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES } from '../messaging/index.ts';
import { FOCUS_FADES_MS, messageTo, notifiable, payloadFor, recipientOf } from './message-push.ts';
import type { NotificationsContext } from './notifications-context.ts';
import { AGAIN_MS, CLOCKS_APART_MS, pushOnce } from './push-once.ts';

type Item = JobDataOf<typeof contract>['items'][number];

/**
 * A few seconds after messages were stored: is a push still needed? Everything is read again, since the answer may
 * have changed: not if the message was read, if its conversation is muted, if a device of the recipient has the site in front (and got it), if the account is
 * not active, wants none of this type, or if sender and recipient no longer see each other. In quiet hours the question
 * waits for their end. Then one push per message and recipient; several
 * new messages of one conversation are one push, for the last of them. Whatever it was asked about, a question tells of
 * the newest message that is unread by then, so that nothing older is told after it: a question that was put off comes
 * late, and those that waited for one moment come in any order.
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
  const remaining = rows.filter((row) => isVisible(row) && !row.gone).sort((a, b) => a.n - b.n);
  const together = Map.groupBy(remaining, (row) => `${row.recipient}:${row.owner}`);
  const outcomes = await Promise.all([...together.values()].map((some) => notify(context, some)));
  return { pushed: outcomes.filter(Boolean).length };
}

/** Those for people who can be told at all, so that nothing is read for the others. */
async function ofTellable(context: NotificationsContext, items: readonly Item[]): Promise<Item[]> {
  const accounts = await Promise.all(items.map(({ recipient }) => notifiable(context, recipient)));
  return items.filter((_, index) => accounts[index]);
}

/** Tells of messages of one conversation, which are given in their order, by the newest one that stands. */
async function notify(context: NotificationsContext, asked: readonly ConversationRow[]): Promise<boolean> {
  const [some] = asked;
  if (!some) return false;
  const [marks, isMuted] = await Promise.all([
    context.messaging.readMarksOf(some.recipient, some.owner),
    context.messaging.isMuted(some.recipient, some.owner),
  ]);
  if (isMuted) return false;
  // What was read is told by nobody, so it is not noted as told either, whoever it happened to be asked about with.
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

/** A message is told once. */
const causeOf = ({ owner, n }: ConversationRow) => `${owner}-${n}`;

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
