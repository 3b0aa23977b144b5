import { messageReacted, ok, type Reaction, type Refusal, type Result, refuse } from '@heartline/contracts';
import { isEmoji, oldestShown } from '@heartline/domain';
import { rowAt } from '@heartline/platform';
import { closedTo } from './closed-to.ts';
import { type ConversationRow, isVisible, MESSAGES } from './conversation.repository.ts';
import { findInbox, type InboxDoc } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { dropReactions, presentReaction, writeReaction } from './reaction.repository.ts';

/**
 * Sets the member's reaction to a message they see, in place of an earlier one; null removes it. One write
 * per member and message, then the absolute state is published to every device of both sides.
 *
 * - Safe to repeat: the same reaction only raises `rev` and is published again.
 * - A reaction after a block is not published.
 */
export async function reactToMessage(
  context: MessagingContext,
  viewer: { member: string; site: string },
  input: { conversation: string; seq: number; emoji: string | null },
): Promise<Result<{ reaction: Reaction }>> {
  const { conversation, seq, emoji } = input;
  if (emoji !== null && !isEmoji(emoji)) return refuse('VALIDATION_FAILED');
  const side = await findInbox(context.sides, viewer.member, conversation);
  if (!side) return refuse('NOT_FOUND');
  // The block is checked first, as in every read of a conversation: it hides all rows.
  const blocked = await blockedFrom(context, side);
  if (blocked) return { ok: false, refusal: blocked };
  if (!(await isSeen(context, viewer.site, side, seq))) return refuse('NOT_FOUND');
  return context.publisher.publishing([side.member, side.profile], () =>
    writeAndNotify(context, side, seq, emoji),
  );
}

async function writeAndNotify(
  context: MessagingContext,
  side: InboxDoc,
  seq: number,
  emoji: string | null,
): Promise<Result<{ reaction: Reaction }>> {
  const { conversation, member, profile } = side;
  const doc = await writeReaction(
    context.mongo,
    { conversation, seq, member },
    { emoji, at: context.clock.now() },
  );
  const reaction = presentReaction(doc);
  const [row, blockedNow] = await Promise.all([
    findRow(context, conversation, seq),
    blockedFrom(context, side),
  ]);
  // Blanking a message also clears its reactions afterwards. Of the two concurrent writers one sees the
  // other.
  if (row?.gone) {
    await dropReactions(context.mongo, conversation, seq);
    return refuse('NOT_FOUND');
  }
  // A concurrent block prevails: nothing of a blocked conversation is published.
  if (!blockedNow) {
    await Promise.all(
      [member, profile].map((one) =>
        context.publisher.durable(one, messageReacted, { conversation, seq, reaction }),
      ),
    );
  }
  return ok({ reaction });
}

const findRow = ({ mongo }: MessagingContext, conversation: string, seq: number) =>
  mongo.connection.collection<ConversationRow>(MESSAGES).findOne(rowAt(conversation, seq));

/** True if this side still sees the row: it exists and is not gone, removed or too old. */
async function isSeen(
  context: MessagingContext,
  site: string,
  side: InboxDoc,
  seq: number,
): Promise<boolean> {
  const [row, { settings }] = await Promise.all([
    findRow(context, side.conversation, seq),
    context.site.settingsOf(site),
  ]);
  if (!row || !isVisible(row) || row.gone || seq <= side.removedSeq) return false;
  return row.at >= oldestShown(context.clock.now(), settings);
}

/** The block in force in this conversation, from its last row in the database. */
async function blockedFrom(context: MessagingContext, side: InboxDoc): Promise<Refusal | undefined> {
  const tail = await context.conversations.freshTail(side.conversation);
  return tail && !tail.open ? closedTo(context, side.member, side.profile) : undefined;
}
