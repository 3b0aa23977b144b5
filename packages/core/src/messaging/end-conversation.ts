import { isVisible } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import { bumpOf, findInboxes, type InboxDoc, inboxId, openInboxes } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { addPendingReturn, settlePending } from './pending-return.repository.ts';
import { RETURNED_BY_BLOCK, returnPaid } from './return-paid.ts';

/** A round fails only if a concurrent block or unblock was first. */
const MAX_ROUNDS = 20;
/** Time for the caller to finish a change of a block before the sweep finishes it. */
const FOLLOW_MS = 5_000;

/**
 * Makes the last row of a conversation match the blocks: closed while either side blocks the other, open
 * otherwise. Every change of a block calls this afterwards.
 *
 * 1. Read the blocks.
 * 2. Append `block` or `unblock`, unless the last row already says so.
 * 3. Read the blocks again.
 *
 * A block changed after step 3 appends its own row after ours, so the last row is always right. A concurrent
 * send is stored before the `block` row or not at all.
 *
 * Returns the row up to which it was closed, 0 if nothing closed it. A concurrent unblock lets in the rows
 * after it.
 */
async function followBlocks(context: MessagingContext, by: string, other: string): Promise<number> {
  const conversation = conversationOf(by, other);
  let last = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = (await context.conversations.freshTail(conversation))?.n ?? 0;
    const blocked = await context.safety.isBlocked(by, other);
    const kind = blocked ? 'block' : 'unblock';
    const key = `${kind}:${context.ids.uuid()}`;
    let end = before;
    const said = await context.conversations.append<'agrees'>(conversation, key, (tail) => {
      end = tail?.n ?? 0;
      if ((tail?.open ?? true) === !blocked) return { refused: 'agrees' };
      const sides = { sender: by, recipient: other };
      const fresh = tail === undefined || tail.fresh === true;
      return { row: { kind, open: !blocked, fresh, ...sides, text: '', at: context.clock.now() } };
    });
    if (said.outcome !== 'refused') end = said.row.n;
    const isStill = (await context.safety.isBlocked(by, other)) === blocked;
    // A block withdrawn while its row was appended ends only the rows that existed when it was seen; later
    // ones are allowed.
    if (blocked) last = isStill ? end : before;
    if (isStill) break;
  }
  return last;
}

/**
 * Ends a conversation after a block: closes it, returns the credits of undelivered messages, and removes it
 * from both lists. Safe to repeat.
 */
async function endConversation(context: MessagingContext, by: string, other: string): Promise<void> {
  const conversation = conversationOf(by, other);
  const seq = await followBlocks(context, by, other);
  const sides = await sidesOf(context, conversation, [by, other], seq);
  // No delivery, no charge. Rows after the end were written after a concurrent unblock and are delivered.
  for (const side of sides) {
    const above = Math.max(side.readSeq, side.receivedSeq);
    await returnPaid(context, side, { above, upTo: seq }, RETURNED_BY_BLOCK);
  }
  await Promise.all(sides.map(({ _id }) => context.marks.move(_id, { removedSeq: seq, readSeq: seq })));
}

/** Rows before the end in which to look for the first message, while its lists are not written yet. */
const JUST_BEGUN = 50;

/**
 * Both sides of a conversation that was just closed at row `seq`. The lists of a first message are written
 * after its row. If they are missing, create them here, so that the marks can be set.
 */
async function sidesOf(
  context: MessagingContext,
  conversation: string,
  both: readonly [string, string],
  seq: number,
): Promise<InboxDoc[]> {
  const ids = both.map((member) => inboxId(member, conversation));
  const sides = await findInboxes(context.sides, ids);
  if (sides.length === both.length) return sides;
  const people = await Promise.all(both.map((member) => context.profiles.statusOf(member)));
  // An erased member has no lists any more.
  if (people.includes(undefined)) return sides;
  const rows = await context.conversations.range(conversation, Math.max(1, seq - JUST_BEGUN), seq);
  const last = rows.findLast(isVisible);
  if (!last) return sides;
  await openInboxes(context.mongo, [bumpOf(last)]);
  return findInboxes(context.sides, ids);
}

/**
 * Stores a pending task before a block is set or removed. The caller finishes the change and then calls the
 * returned function. After a crash the sweep finishes it in a few seconds (`safety.followBlock`).
 */
async function addPendingFollowUp(
  context: MessagingContext,
  by: string,
  other: string,
): Promise<() => Promise<void>> {
  // One row per change: finishing one must not remove the row of a concurrent one that crashed.
  const _id = `blocked:${by}:${other}:${context.ids.uuid()}`;
  const row = await addPendingReturn(
    context,
    { _id, kind: 'blocked', member: by, other, reason: 'blocked' },
    { delayMs: FOLLOW_MS, again: false },
  );
  return () => settlePending(context.mongo, row);
}

/** Effects of a new or removed block on the conversation of the two. */
export function createEndings(
  context: MessagingContext,
  operators: { changed(conversation: string): Promise<void> },
) {
  return {
    /** Before a block is set or removed: stores the pending task. */
    addPendingFollowUp: (by: string, other: string) => addPendingFollowUp(context, by, other),
    /**
     * After a block: closes it, returns the credits of undelivered messages, and removes it from both lists.
     */
    async endConversation(by: string, other: string): Promise<void> {
      await endConversation(context, by, other);
      await operators.changed(conversationOf(by, other));
    },
    /** After an unblock: reopens it, unless the other side blocks. */
    reopenConversation: (by: string, other: string) => followBlocks(context, by, other),
  };
}
