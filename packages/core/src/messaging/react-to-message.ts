import { messageReacted, ok, type Reaction, type Refusal, type Result, refuse } from '@heartline/contracts';
import { isEmoji, oldestShown } from '@heartline/domain';
import { rowAt } from '@heartline/platform';
import { closedTo } from './closed-to.ts';
import { type ConversationRow, isVisible, MESSAGES } from './conversation.repository.ts';
import { findInbox, type InboxDoc } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { dropReactions, presentReaction, writeReaction } from './reaction.repository.ts';

/**
 * Puts the member's reaction under a message they see, in place of an earlier one; null takes it back. One write per
 * member and message, then the absolute state to every device of both sides. Safe to repeat: the same again only raises
 * `rev`, and is told again. Nobody hears of one that comes after a block.
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
  // The block first, as wherever a conversation is read: nothing is said of its rows while it stands.
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
  // Who takes a message back blanks it first and then clears what stands under it: one of the two sees the other.
  if (row?.gone) {
    await dropReactions(context.mongo, conversation, seq);
    return refuse('NOT_FOUND');
  }
  // A block of the same moment has the last word: what it ended is not told any more.
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

/** Whether this side still sees the row: there, not gone, not removed, not too old. */
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

/** The block that stands in this conversation, as its last row in the engine says. */
async function blockedFrom(context: MessagingContext, side: InboxDoc): Promise<Refusal | undefined> {
  const tail = await context.conversations.freshTail(side.conversation);
  return tail && !tail.open ? closedTo(context, side.member, side.profile) : undefined;
}
