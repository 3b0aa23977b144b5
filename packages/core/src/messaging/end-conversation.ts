import { conversationOf } from './conversation-id.ts';
import { findInboxes, type InboxDoc, inboxId, inboxOf, moveMark } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/** Rounds before giving up: each one lost against a block or unblock of the same moment. */
const MAX_ROUNDS = 20;
/** Rows looked at for messages that never arrived. */
const UNDELIVERED_WINDOW = 500;

/**
 * Makes the last row of a conversation say what the blocks say: closed while one of the two blocks the other, open
 * otherwise. Everyone who changes a block calls this afterwards:
 *
 *   read the blocks → append `block` or `unblock`, unless the last row says so already → read the blocks again
 *
 * Whoever changes a block after the second reading appends after us, so the last row always ends up right, and a send
 * of the same moment stands either before the `block` row or nowhere. Answers the number of the last row.
 */
export async function followBlocks(context: MessagingContext, by: string, other: string): Promise<number> {
  const conversation = conversationOf(by, other);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const blocked = await context.safety.isBlocked(by, other);
    const kind = blocked ? 'block' : 'unblock';
    await context.conversations.append<'agrees'>(conversation, `${kind}:${context.ids.uuid()}`, (tail) => {
      if ((tail?.open ?? true) === !blocked) return { refused: 'agrees' };
      const sides = { sender: by, recipient: other };
      const fresh = tail === undefined || tail.fresh === true;
      return { row: { kind, open: !blocked, fresh, ...sides, text: '', at: context.clock.now() } };
    });
    if ((await context.safety.isBlocked(by, other)) === blocked) break;
  }
  return (await context.conversations.freshTail(conversation))?.n ?? 0;
}

/**
 * Ends a conversation after a block: closed for sending, what never arrived is paid back, and gone from both lists up
 * to here. Safe to repeat; a crash in between is mended by the next call.
 */
export async function endConversation(context: MessagingContext, by: string, other: string): Promise<void> {
  const conversation = conversationOf(by, other);
  const seq = await followBlocks(context, by, other);
  const sides = await findInboxes(context.mongo, [inboxId(by, conversation), inboxId(other, conversation)]);
  for (const side of sides) await returnUndelivered(context, side, seq, 'blocked');
  for (const { member } of sides) {
    await moveMark(context.mongo, member, conversation, { removedSeq: seq, readSeq: seq });
  }
}

/** Gives back what the other side paid for messages that never reached this one. No delivery, no charge. */
async function returnUndelivered(
  context: MessagingContext,
  side: InboxDoc,
  last: number,
  reason: string,
): Promise<void> {
  const reached = Math.max(side.readSeq, side.receivedSeq);
  const from = Math.max(reached + 1, last - UNDELIVERED_WINDOW + 1);
  await returnPaid(context, side, { from, to: last }, reason);
}

/** Gives back what the other side paid for the messages of these rows, once each; answers how many. */
async function returnPaid(
  context: MessagingContext,
  side: InboxDoc,
  range: { from: number; to: number },
  reason: string,
): Promise<number> {
  const rows = await context.conversations.range(side.conversation, range.from, range.to);
  let returned = 0;
  for (const row of rows) {
    if (row.kind !== 'text' || row.sender === side.member) continue;
    const clientId = row.key.slice(row.key.indexOf(':') + 1);
    if (await context.credits.returnDebit(row.sender, clientId, reason)) returned += 1;
  }
  return returned;
}

/** Gives everybody back what they ever paid for messages to this member; answers how many messages. */
export async function returnAllTo(
  context: MessagingContext,
  member: string,
  reason: string,
): Promise<number> {
  let returned = 0;
  for (const side of await inboxOf(context.mongo, member)) {
    const last = (await context.conversations.freshTail(side.conversation))?.n ?? 0;
    for (let from = 1; from <= last; from += UNDELIVERED_WINDOW) {
      const range = { from, to: Math.min(last, from + UNDELIVERED_WINDOW - 1) };
      returned += await returnPaid(context, side, range, reason);
    }
  }
  return returned;
}
