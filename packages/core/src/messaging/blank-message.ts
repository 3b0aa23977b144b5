import { type Gone, messageGone } from '@heartline/contracts';
import { rowAt } from '@heartline/platform';
import { type ConversationRow, MESSAGES, VISIBLE_KINDS } from './conversation.repository.ts';
import { clearPreviews } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { dropReactions } from './reaction.repository.ts';

/**
 * Takes out what a message held; its row and number stay. One conditional write decides, so of two at once one wins and
 * only the first reason stands. Answers the row as it was, or nothing when there was nothing to take (any more).
 * Whoever takes a message back for money decides on the money first (`design.md` section 3).
 */
export async function blankMessage(
  context: Pick<MessagingContext, 'mongo' | 'publisher'>,
  conversation: string,
  seq: number,
  gone: Gone,
): Promise<ConversationRow | undefined> {
  const before = await context.mongo.connection.collection<ConversationRow>(MESSAGES).findOneAndUpdate(
    {
      ...rowAt(conversation, seq),
      kind: { $in: [...VISIBLE_KINDS] },
      gone: { $exists: false },
    },
    { $set: { gone, text: '' } },
    { returnDocument: 'before' },
  );
  if (!before) return undefined;
  await dropReactions(context.mongo, conversation, seq);
  await clearPreviews(context.mongo, before);
  await announceGone(context, before, gone);
  return before;
}

/** Tells every device of both sides what is gone; safe to repeat. */
export async function announceGone(
  { publisher }: Pick<MessagingContext, 'publisher'>,
  row: Pick<ConversationRow, 'owner' | 'n' | 'sender' | 'recipient'>,
  gone: Gone,
): Promise<void> {
  const payload = { conversation: row.owner, seq: row.n, gone };
  await Promise.all(
    [row.sender, row.recipient].map((member) => publisher.durable(member, messageGone, payload)),
  );
}
