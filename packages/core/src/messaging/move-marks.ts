import {
  conversationDelivered,
  conversationMarked,
  conversationRemoved,
  ok,
  type Result,
  refuse,
} from '@heartline/contracts';
import { countUnread } from './count-unread.ts';
import { findInbox, type InboxDoc, moveMark } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { announceSeen } from './receipts.ts';

/**
 * The member has read up to `seq`. Clamped to the last row, never back. Every device of the member hears the absolute
 * marks; the sender hears “delivered”, since reading implies it, and “seen” when both have read receipts on.
 */
export async function markRead(
  context: MessagingContext,
  member: string,
  conversation: string,
  seq: number,
  seen?: number,
): Promise<Result<{ readSeq: number; num_unread_messages: number }>> {
  const [tail, before] = await Promise.all([
    context.conversations.freshTail(conversation),
    findInbox(context.mongo, member, conversation),
  ]);
  if (!before) return refuse('NOT_FOUND');
  const lastSeq = tail?.n ?? 0;
  const clamped = Math.min(seq, lastSeq);
  const doc = await moveMark(context.mongo, member, conversation, {
    readSeq: clamped,
    receivedSeq: clamped,
    ...seenMark(before, seen, clamped),
  });
  if (!doc) return refuse('NOT_FOUND');
  const unread = await countUnread(context, { ...doc, lastSeq });
  if (doc.readSeq > before.readSeq) {
    await context.publisher.durable(member, conversationMarked, {
      conversation,
      readSeq: doc.readSeq,
      lastSeq,
      num_unread_messages: unread,
    });
  }
  if (tail?.open !== false) await tellOther(context, before, doc);
  return ok({ readSeq: doc.readSeq, num_unread_messages: unread });
}

/** How far the member has seen, which is written down only while their read receipts are on. */
function seenMark(side: InboxDoc, seen: number | undefined, last: number): { seenSeq?: number } {
  return seen !== undefined && side.receipts?.on ? { seenSeq: Math.min(seen, last) } : {};
}

/** What the other side may know of marks that moved. */
async function tellOther(context: MessagingContext, before: InboxDoc, now: InboxDoc): Promise<void> {
  if (now.receivedSeq > before.receivedSeq) {
    announceReceived(context, now.profile, now.conversation, now.receivedSeq);
  }
  if ((now.seenSeq ?? 0) > (before.seenSeq ?? 0)) await announceSeen(context, now);
}

/** A device of the member has the conversation up to `seq`: the sender sees “delivered”. */
export async function markReceived(
  context: MessagingContext,
  member: string,
  conversation: string,
  seq: number,
): Promise<Result<Record<string, never>>> {
  const { clamped, open } = await clamp(context, conversation, seq);
  const doc = await moveMark(context.mongo, member, conversation, { receivedSeq: clamped });
  if (!doc) return refuse('NOT_FOUND');
  if (open) announceReceived(context, doc.profile, conversation, doc.receivedSeq);
  return ok({});
}

/** Takes the conversation off the member's own list; a later message brings it back, from there on (S4, S7). */
export async function removeChat(
  context: MessagingContext,
  member: string,
  conversation: string,
): Promise<Result<{ ok: true }>> {
  const tail = await context.conversations.freshTail(conversation);
  const seq = tail?.n ?? 0;
  const doc = await moveMark(context.mongo, member, conversation, { removedSeq: seq, readSeq: seq });
  if (!doc) return refuse('NOT_FOUND');
  await context.publisher.durable(member, conversationRemoved, { conversation });
  return ok({ ok: true });
}

/** `seq`, at most the last row, and whether messages may follow that row. */
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
  member: string,
  conversation: string,
  deliveredSeq: number,
): void {
  context.publisher.passing(member, conversationDelivered, { conversation, deliveredSeq });
}
