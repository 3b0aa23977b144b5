import { failpoint } from '@heartline/platform';
import { conversationOf } from './conversation-id.ts';
import { findInboxes, inboxId } from './inbox.repository.ts';
import type { MessagingContext } from './messaging-context.ts';
import { owe } from './owed-return.repository.ts';
import { returnPaid } from './return-paid.ts';

/** Rounds before giving up: each one lost against a block or unblock of the same moment. */
const MAX_ROUNDS = 20;
/** When the sweep ends a conversation once more, in case this was cut off. */
const AGAIN_MS = 5_000;

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
 * to here. Safe to repeat; a crash in between is mended by the sweep.
 */
export async function endConversation(context: MessagingContext, by: string, other: string): Promise<void> {
  const conversation = conversationOf(by, other);
  await owe(
    context.mongo,
    { _id: `blocked:${conversation}`, kind: 'blocked', member: by, other, reason: 'blocked' },
    { now: context.clock.now(), delayMs: AGAIN_MS, again: false },
  );
  failpoint('block:after-owed');
  await endNow(context, by, other);
}

/** The steps of an ending, each safe to repeat. */
export async function endNow(context: MessagingContext, by: string, other: string): Promise<void> {
  const conversation = conversationOf(by, other);
  const seq = await followBlocks(context, by, other);
  const sides = await findInboxes(context.sides, [inboxId(by, conversation), inboxId(other, conversation)]);
  // What never arrived is paid back: no delivery, no charge.
  for (const side of sides) {
    await returnPaid(context, side, Math.max(side.readSeq, side.receivedSeq), 'blocked');
  }
  await Promise.all(sides.map(({ _id }) => context.marks.move(_id, { removedSeq: seq, readSeq: seq })));
}
