import {
  conversationSeen,
  ok,
  type Receipts,
  type Result,
  receiptsChanged,
  refuse,
} from '@heartline/contracts';
import { closedTo } from './closed-to.ts';
import { findInbox, findInboxes, type InboxDoc, inboxId, pressToggle } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * Read receipts: free, per conversation, off at first, and active only while both sides have them on.
 * `seenSeq` is stored only while a side has its own on, and leaves the server only while both do. It is the
 * last row that was visible on a screen; the read mark, in contrast, moves when a conversation is opened.
 */
export function presentReceipts(
  own: InboxDoc,
  other: InboxDoc | undefined,
): { receipts: Receipts; seenSeq: number } {
  const sideOf = (doc: InboxDoc | undefined) => ({
    on: doc?.receipts?.on ?? false,
    rev: doc?.receipts?.rev ?? 0,
  });
  const receipts = { own: sideOf(own), other: sideOf(other) };
  return { receipts, seenSeq: receipts.own.on && receipts.other.on ? (other?.seenSeq ?? 0) : 0 };
}

/**
 * Switches the member's side on or off, and publishes the state to every device of both sides. Safe to
 * repeat.
 */
export async function setReceipts(
  context: MessagingContext,
  member: string,
  { conversation, on }: { conversation: string; on: boolean },
): Promise<Result<{ receipts: Receipts; seenSeq: number }>> {
  const side = await findInbox(context.sides, member, conversation);
  if (!side) return refuse('NOT_FOUND');
  const tail = await context.conversations.freshTail(conversation);
  const blocked = tail && !tail.open ? await closedTo(context, member, side.profile) : undefined;
  if (blocked) return { ok: false, refusal: blocked };
  return context.publisher.publishing([member, side.profile], () => switchAndNotify(context, side, on));
}

async function switchAndNotify(
  context: MessagingContext,
  side: InboxDoc,
  on: boolean,
): Promise<Result<{ receipts: Receipts; seenSeq: number }>> {
  const { member, conversation } = side;
  await pressToggle(context.mongo, side, 'receipts', on);
  // Read after the write: if two sides switch at once, the later one sees both changes.
  const docs = await findInboxes(context.sides, [
    inboxId(member, conversation),
    inboxId(side.profile, conversation),
  ]);
  const own = docs.find((doc) => doc.member === member) ?? side;
  const other = docs.find((doc) => doc.member === side.profile);
  const answer = presentReceipts(own, other);
  await context.publisher.durable(member, receiptsChanged, { conversation, ...answer });
  if (other) {
    await context.publisher.durable(other.member, receiptsChanged, {
      conversation,
      ...presentReceipts(other, own),
    });
  }
  return ok(answer);
}

/** Publishes to the other side how far this one has seen, while both have receipts on. Safe to repeat. */
export async function announceSeen(context: MessagingContext, side: InboxDoc): Promise<void> {
  if (!side.receipts?.on || side.seenSeq === undefined) return;
  const other = await findInbox(context.sides, side.profile, side.conversation);
  if (!other?.receipts?.on) return;
  const { conversation, seenSeq } = side;
  await context.publisher.durable(other.member, conversationSeen, { conversation, seenSeq });
}
