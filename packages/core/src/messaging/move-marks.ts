import {
  conversationDelivered,
  conversationMarked,
  conversationRemoved,
  ok,
  type Result,
  refuse,
} from '@heartline/contracts';
import { failpoint } from '@heartline/platform';
import { publishLatest } from '../publish-latest.ts';
import { countUnread, statusOf } from './count-unread.ts';
import { findInbox, type InboxDoc } from './inbox.repository.ts';
import type { Mark } from './marks.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { announceSeen } from './receipts.ts';

/**
 * The member has read up to `seq`, limited to the last row. Marks never move back.
 *
 * - Every device of the member receives the absolute marks.
 * - The sender receives “delivered”, since reading implies it, and “seen” if both have read receipts on.
 * - An unchanged mark is not written but is published again: a repeated call means that the answer, and
 *   perhaps the event, was lost.
 */
export async function markRead(
  context: MessagingContext,
  member: string,
  conversation: string,
  seq: number,
  seen?: number,
): Promise<Result<{ readSeq: number; num_unread_messages: number }>> {
  const before = await findInbox(context.sides, member, conversation);
  if (!before) return refuse('NOT_FOUND');
  const wished = { ...before, readSeq: Math.max(before.readSeq, seq) };
  const counted = await statusOf(context, wished);
  const clamped = Math.min(seq, counted.last);
  const doc = await move(context, before, {
    readSeq: clamped,
    receivedSeq: clamped,
    ...seenMark(before, seen, clamped),
  });
  failpoint('read:after-mark');
  const unread = clamped === doc.readSeq ? await publishMarks(context, doc, counted) : counted.unread;
  if (counted.isOpen) {
    if (doc.receivedSeq > before.receivedSeq) announceReceived(context, doc);
    // Also if it was seen before: on a repeat the answer and the event may have been lost.
    if (seen !== undefined) await announceSeen(context, doc);
  }
  return ok({ readSeq: doc.readSeq, num_unread_messages: unread });
}

/**
 * Publishes the member's read mark and unread count up to row `last` to all their devices. A message may be
 * taken back between the count and this event, and its own event may come first. Therefore count again, so
 * that the last event is right; returns that count.
 */
async function publishMarks(
  context: MessagingContext,
  side: InboxDoc,
  { last, unread }: { last: number; unread: number },
): Promise<number> {
  const { member, conversation, readSeq } = side;
  const publish = (num_unread_messages: number) => {
    const marked = { conversation, readSeq, lastSeq: last, num_unread_messages };
    return context.publisher.durable(member, conversationMarked, marked);
  };
  await publish(unread);
  if (unread === 0) return 0;
  return publishLatest(() => countUnread(context, { ...side, lastSeq: last }), publish, {
    published: unread,
  });
}

/** Moves the marks that are behind; returns the side with at least these marks. */
async function move(context: MessagingContext, before: InboxDoc, marks: Mark): Promise<InboxDoc> {
  const ahead = Object.entries(marks).filter(([name, seq]) => seq > (before[name as keyof Mark] ?? 0));
  if (ahead.length === 0) return before;
  const moved: Mark = Object.fromEntries(ahead);
  await context.marks.move(before._id, moved);
  return { ...before, ...moved };
}

/** The seen mark to write: only while the member's read receipts are on. */
function seenMark(side: InboxDoc, seen: number | undefined, last: number): { seenSeq?: number } {
  return seen !== undefined && side.receipts?.on ? { seenSeq: Math.min(seen, last) } : {};
}

/** A device of the member has the conversation up to `seq`: the sender sees “delivered”. */
export async function markReceived(
  context: MessagingContext,
  member: string,
  conversation: string,
  seq: number,
): Promise<Result<Record<string, never>>> {
  const [before, { clamped, open }] = await Promise.all([
    findInbox(context.sides, member, conversation),
    clamp(context, conversation, seq),
  ]);
  if (!before) return refuse('NOT_FOUND');
  const doc = await move(context, before, { receivedSeq: clamped });
  if (open) announceReceived(context, doc);
  return ok({});
}

/**
 * Removes the conversation from the member's own list; a later message restores it from there on (S4, S7).
 */
export async function removeChat(
  context: MessagingContext,
  member: string,
  conversation: string,
): Promise<Result<{ ok: true }>> {
  const [before, tail] = await Promise.all([
    findInbox(context.sides, member, conversation),
    context.conversations.freshTail(conversation),
  ]);
  if (!before) return refuse('NOT_FOUND');
  const seq = tail?.n ?? 0;
  await move(context, before, { removedSeq: seq, readSeq: seq });
  await context.publisher.durable(member, conversationRemoved, { conversation, upTo: seq });
  return ok({ ok: true });
}

/** `seq`, limited to the last row, and whether messages may follow that row. */
async function clamp(
  context: MessagingContext,
  conversation: string,
  seq: number,
): Promise<{ clamped: number; open: boolean }> {
  const known = await context.conversations.tail(conversation);
  if (known && seq <= known.n) return { clamped: seq, open: known.open };
  const tail = await context.conversations.freshTail(conversation);
  return { clamped: Math.min(seq, tail?.n ?? 0), open: tail?.open ?? true };
}

function announceReceived(
  context: MessagingContext,
  { profile, conversation, receivedSeq: deliveredSeq }: InboxDoc,
): void {
  context.publisher.passing(profile, conversationDelivered, { conversation, deliveredSeq });
}
