import { isVisible } from './conversation.repository.ts';
import { conversationOf } from './conversation-id.ts';
import { bumpOf, findInboxes, type InboxDoc, inboxId, openInboxes } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { addPendingReturn, settlePending } from './pending-return.repository.ts';
import { RETURNED_BY_BLOCK, returnPaid } from './return-paid.ts';

/** Rounds before giving up: each one lost against a block or unblock of the same moment. */
const MAX_ROUNDS = 20;
/** How long who changes a block has to do what follows, before the sweep does it. */
const FOLLOW_MS = 5_000;

/**
 * Makes the last row of a conversation say what the blocks say: closed while one of the two blocks the other, open
 * otherwise. Everyone who changes a block calls this afterwards:
 *
 *   read the blocks → append `block` or `unblock`, unless the last row says so already → read the blocks again
 *
 * Whoever changes a block after the second reading appends after us, so the last row always ends up right, and a send
 * of the same moment stands either before the `block` row or nowhere. Answers up to which row it was closed, 0 where
 * nothing closed it: what an unblock of the same moment let in stands behind it.
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
    // One that was taken back while its row was put ends what stood when it was seen: what came since was let in again.
    if (blocked) last = isStill ? end : before;
    if (isStill) break;
  }
  return last;
}

/**
 * Ends a conversation after a block: closed for sending, what never arrived is paid back, and gone from both lists up
 * to here. Safe to repeat.
 */
async function endConversation(context: MessagingContext, by: string, other: string): Promise<void> {
  const conversation = conversationOf(by, other);
  const seq = await followBlocks(context, by, other);
  const sides = await sidesOf(context, conversation, [by, other], seq);
  // What never arrived is paid back: no delivery, no charge. What follows the end was written after an unblock of the
  // same moment, and arrives.
  for (const side of sides) {
    const above = Math.max(side.readSeq, side.receivedSeq);
    await returnPaid(context, side, { above, upTo: seq }, RETURNED_BY_BLOCK);
  }
  await Promise.all(sides.map(({ _id }) => context.marks.move(_id, { removedSeq: seq, readSeq: seq })));
}

/** Rows before the end of a conversation among which its first message is, while its lists are not written yet. */
const JUST_BEGUN = 50;

/**
 * Both sides of a conversation that was just closed at row `seq`. The lists of a first message are written after its row:
 * where they are on their way, or were cut off, they are opened here, so that the marks can be put on them.
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
  // Who was erased has no lists any more.
  if (people.includes(undefined)) return sides;
  const rows = await context.conversations.range(conversation, Math.max(1, seq - JUST_BEGUN), seq);
  const last = rows.findLast(isVisible);
  if (!last) return sides;
  await openInboxes(context.mongo, [bumpOf(last)]);
  return findInboxes(context.sides, ids);
}

/**
 * Writes down, before a block is put or taken back, that all that follows from it is to be done. Who does it says so by
 * calling the answer; what a crash cut off the sweep does in a few seconds (`safety.followBlock`).
 */
async function addPendingFollowUp(
  context: MessagingContext,
  by: string,
  other: string,
): Promise<() => Promise<void>> {
  // A row for each change: who is through says nothing of a change of the same moment that is cut off behind it.
  const _id = `blocked:${by}:${other}:${context.ids.uuid()}`;
  const row = await addPendingReturn(
    context,
    { _id, kind: 'blocked', member: by, other, reason: 'blocked' },
    { delayMs: FOLLOW_MS, again: false },
  );
  return () => settlePending(context.mongo, row);
}

/** What a block that comes or goes does to the conversation of the two. */
export function createEndings(
  context: MessagingContext,
  operators: { changed(conversation: string): Promise<void> },
) {
  return {
    /** Before a block is put or taken back: what follows will be done, by the caller or by the sweep. */
    addPendingFollowUp: (by: string, other: string) => addPendingFollowUp(context, by, other),
    /** After a block: closed, paid back what never arrived, and gone from both lists. */
    async endConversation(by: string, other: string): Promise<void> {
      await endConversation(context, by, other);
      await operators.changed(conversationOf(by, other));
    },
    /** After an unblock: open again, unless the other one blocks. */
    reopenConversation: (by: string, other: string) => followBlocks(context, by, other),
  };
}
