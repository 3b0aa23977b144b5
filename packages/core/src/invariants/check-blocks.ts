import { rowRange } from '@heartline/platform';
import { type ConversationRow, conversationOf, MESSAGES, PENDING_RETURNS } from '../messaging/index.ts';
import { NOTIFICATIONS, type NotificationDoc } from '../notifications/index.ts';
import { documentsOf, inWindow } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

const BATCH = 500;

interface Block {
  _id: string;
  blocker: string;
  blocked: string;
  at: number;
}

/**
 * M6: between two members with a block the conversation is closed, no like exists, and no push was started
 * after the block. Checks blocks of the window, by their time; with `whole`, all.
 */
export async function* checkBlocks(audit: Audit): AsyncGenerator<Violation> {
  const source = { ...audit, batch: audit.batch ?? BATCH };
  for await (const found of inWindow<Block>(source, 'blocks', ['blocker', 'blocked', 'at'])) {
    const rows = found.filter(({ at }) => at <= audit.until);
    yield* checkLikes(audit, rows);
    yield* checkPushes(audit, rows);
    for (const row of rows) yield* checkConversation(audit, row);
  }
}

async function* checkConversation(audit: Audit, block: Block): AsyncGenerator<Violation> {
  const conversation = conversationOf(block.blocker, block.blocked);
  if (!(await isClosed(audit, conversation))) {
    yield { invariant: 'M6', subject: block._id, detail: `conversation ${conversation} is open` };
  }
}

/** True if no message may follow the last row of a conversation. */
async function isClosed({ mongo }: Audit, conversation: string): Promise<boolean> {
  const [tail] = await mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find(rowRange(conversation, 0))
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  return tail?.open === false;
}

/** M6 in reverse, for conversations by the row that closed them: without a block they are open. */
export async function* checkClosed(
  audit: Audit,
  rows: readonly Pick<ConversationRow, 'owner' | 'sender' | 'recipient'>[],
): AsyncGenerator<Violation> {
  const blocksOf = ({ sender, recipient }: (typeof rows)[number]) => [
    `${sender}:${recipient}`,
    `${recipient}:${sender}`,
  ];
  const blocks = await documentsOf<{ _id: string }>(audit, 'blocks', rows.flatMap(blocksOf), []);
  for (const row of rows) {
    if (blocksOf(row).some((block) => blocks.has(block)) || (await isUnblockPending(audit, row))) continue;
    // Check again: it may have been opened between the reads.
    if (await isClosed(audit, row.owner))
      yield { invariant: 'M6', subject: row.owner, detail: 'closed without a block' };
  }
}

/**
 * True if the effects of a removed block are still pending, or one of the two was erased together with their
 * blocks.
 */
async function isUnblockPending(
  { mongo: { connection }, now }: Audit,
  { sender, recipient }: Pick<ConversationRow, 'sender' | 'recipient'>,
): Promise<boolean> {
  const both = { $in: [sender, recipient] };
  const [pending, erased] = await Promise.all([
    connection.collection(PENDING_RETURNS).findOne({ kind: 'blocked', member: both, other: both }),
    connection.collection<{ _id: string }>('deletions').findOne({ _id: both, eraseAt: { $lte: now } }),
  ]);
  return pending !== null || erased !== null;
}

/** A push checks for a block and is claimed a moment later; clocks differ by up to 2 s. */
const ASKED_BEFORE_MS = 5_000;
const PAIRS_AT_ONCE = 100;

async function* checkPushes({ mongo }: Audit, rows: readonly Block[]): AsyncGenerator<Violation> {
  for (let at = 0; at < rows.length; at += PAIRS_AT_ONCE) {
    const about = rows.slice(at, at + PAIRS_AT_ONCE).flatMap((block) => {
      const conversation = conversationOf(block.blocker, block.blocked);
      const claimedAt = { $gt: block.at + ASKED_BEFORE_MS };
      return [block.blocker, block.blocked].map((member) => ({
        // `.` follows `-`, which ends the name of the conversation.
        _id: { $gt: `${member}:${conversation}-`, $lt: `${member}:${conversation}.` },
        claimedAt,
      }));
    });
    const found = mongo.connection.collection<NotificationDoc>(NOTIFICATIONS).find({ $or: about });
    for await (const { _id } of found) {
      yield { invariant: 'M6', subject: _id, detail: 'push started after the block' };
    }
  }
}

async function* checkLikes({ mongo }: Audit, blocks: readonly Block[]): AsyncGenerator<Violation> {
  const ids = blocks.flatMap(({ blocker, blocked }) => [`${blocker}:${blocked}`, `${blocked}:${blocker}`]);
  const likes = mongo.connection.collection<{ _id: string }>('likes');
  for (const { _id } of await likes.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()) {
    yield { invariant: 'M6', subject: _id, detail: 'like between blocked members' };
  }
}
