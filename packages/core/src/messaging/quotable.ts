import { oldestShown } from '@heartline/domain';
import { rowAt } from '@heartline/platform';
import { type ConversationRow, isVisible, MESSAGES } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import { findInbox } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';

/**
 * True if the member sees this row of the conversation with the other one: not gone, not removed, not too
 * old.
 */
export async function isQuotable(
  context: MessagingContext,
  viewer: { member: string; site: string },
  other: string,
  seq: number,
): Promise<boolean> {
  const conversation = conversationOf(viewer.member, other);
  const [row, side, { settings }] = await Promise.all([
    context.mongo.connection.collection<ConversationRow>(MESSAGES).findOne(rowAt(conversation, seq)),
    findInbox(context.sides, viewer.member, conversation),
    context.site.settingsOf(viewer.site),
  ]);
  if (!row || !side || !isVisible(row) || row.gone || row.n <= side.removedSeq) return false;
  return row.at >= oldestShown(context.clock.now(), settings);
}
