import { type Gone, messageGone } from '@heartline/contracts';
import { failpoint, rowAt } from '@heartline/platform';
import { type ConversationRow, MESSAGES, VISIBLE_KINDS } from './conversation.repository.ts';
import { clearPreviews } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { noteTakenBack } from './operators/note-waiting.ts';
import { dropReactions } from './reaction.repository.ts';

/**
 * Removes the content of a message; its row and number stay. One conditional write decides, so only the first
 * of two reasons counts. Safe to repeat with the same reason.
 *
 * - A repeat after a crash lets the caller do the steps that were skipped.
 * - A caller that returns credits for the message decides that in the ledger first.
 */
export async function blankMessage(
  context: MessagingContext,
  conversation: string,
  seq: number,
  gone: Gone,
): Promise<void> {
  const messages = context.mongo.connection.collection<ConversationRow>(MESSAGES);
  const place = rowAt(conversation, seq);
  await messages.updateOne(
    { ...place, kind: { $in: [...VISIBLE_KINDS] }, gone: { $exists: false } },
    { $set: { gone, text: '' } },
  );
  failpoint('blank:after-write');
  const row = await messages.findOne({ ...place, gone });
  if (!row) return;
  await dropReactions(context.mongo, conversation, seq);
  await clearPreviews(context.mongo, row);
  await announceGone(context, row, gone);
  await noteTakenBack(context, row);
}

/** Publishes to every device of both sides that the content is gone; safe to repeat. */
async function announceGone(
  { publisher }: Pick<MessagingContext, 'publisher'>,
  row: Pick<ConversationRow, 'owner' | 'n' | 'sender' | 'recipient'>,
  gone: Gone,
): Promise<void> {
  const payload = { conversation: row.owner, seq: row.n, gone };
  await Promise.all(
    [row.sender, row.recipient].map((member) => publisher.durable(member, messageGone, payload)),
  );
}
