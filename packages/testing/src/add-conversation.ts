import { randomUUID } from 'node:crypto';
import type { ConversationRow, Core, InboxDoc } from '@heartline/core';
import { type Mongo, rowId } from '@heartline/platform';

/** A conversation to create for a test. */
export interface ConversationWish {
  /** The two members. They write in turns, the first one begins. */
  sides: readonly [string, string];
  /** Text and time of each message, oldest first. */
  messages: readonly { text: string; at: number }[];
  /** Rows that each side has read; the default is all of them. */
  read?: readonly [number, number];
}

const BULK = 2_000;

/**
 * Inserts a conversation directly into the stores, which saves years of messages. It has no payments, so invariant
 * checks of the test must not count it.
 */
export async function addConversation(
  mongo: Mongo,
  core: { messaging: Pick<Core['messaging'], 'conversationOf'> },
  { sides, messages, read }: ConversationWish,
): Promise<string> {
  const [a, b] = sides;
  const conversation = core.messaging.conversationOf(a, b);
  const rows = messages.map(({ text, at }, index): ConversationRow => {
    const [sender, recipient] = index % 2 === 0 ? [a, b] : [b, a];
    const n = index + 1;
    return {
      _id: rowId(conversation, n),
      owner: conversation,
      n,
      key: `${sender}:${randomUUID()}`,
      kind: 'text',
      open: true,
      sender,
      recipient,
      text,
      at,
    };
  });
  const collection = mongo.connection.collection<ConversationRow>('messages');
  for (let first = 0; first < rows.length; first += BULK) {
    await collection.insertMany(rows.slice(first, first + BULK), { ordered: false });
  }
  const last = rows.at(-1);
  if (!last) throw new Error('a conversation has messages');
  const side = (member: string, profile: string, readSeq: number): InboxDoc => ({
    _id: `${member}:${conversation}`,
    member,
    conversation,
    profile,
    lastSeq: last.n,
    lastAt: last.at,
    preview: last.text.slice(0, 140),
    previewSender: last.sender,
    readSeq,
    receivedSeq: readSeq,
    removedSeq: 0,
  });
  const [readByA = last.n, readByB = last.n] = read ?? [];
  await mongo.connection
    .collection<InboxDoc>('inbox')
    .insertMany([side(a, b, readByA), side(b, a, readByB)], { ordered: false });
  return conversation;
}
