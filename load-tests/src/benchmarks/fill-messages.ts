import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Mongo } from '@heartline/testing/bench-access';
import { TEXT } from './bare-writes.ts';

/** A conversation between two members, for bulk filling. */
export interface FilledConversation {
  id: string;
  members: readonly [string, string];
}

const BULK = 2_000;
const WALKERS = 4;
const HOUR_MS = 3_600_000;

/** An id in the form of document ids. */
export function newId(): string {
  return randomBytes(12).toString('hex');
}

/** The conversation id of two members, derived as in the app. */
export function conversationOf(a: string, b: string): string {
  return hash('sha256', a < b ? `${a}:${b}` : `${b}:${a}`, 'hex').slice(0, 24);
}

/**
 * Fills every conversation with `each` rows of alternating sides, in bulks without durability. It creates months of
 * messages in a minute. They have no holds, so the invariant check does not apply to such a world.
 */
export async function fillMessages(
  { connection }: Mongo,
  conversations: readonly FilledConversation[],
  each: number,
): Promise<void> {
  const messages = connection.collection<{ _id: string }>('messages');
  const perBulk = Math.max(1, Math.floor(BULK / each));
  const bulks: (readonly FilledConversation[])[] = [];
  for (let first = 0; first < conversations.length; first += perBulk)
    bulks.push(conversations.slice(first, first + perBulk));
  const start = Date.now() - HOUR_MS;
  await Promise.all(
    Array.from({ length: WALKERS }, async () => {
      for (let bulk = bulks.shift(); bulk; bulk = bulks.shift()) {
        const rows = bulk.flatMap((conversation) => rowsOf(conversation, each, start));
        rows.sort((a, b) => (a._id < b._id ? -1 : 1));
        for (let first = 0; first < rows.length; first += BULK) {
          await messages.insertMany(rows.slice(first, first + BULK), { ordered: false });
        }
      }
    }),
  );
}

function rowsOf({ id, members }: FilledConversation, each: number, start: number) {
  return Array.from({ length: each }, (_, at) => {
    const n = at + 1;
    const [sender, recipient] = n % 2 === 0 ? members : [members[1], members[0]];
    return {
      _id: `${id}:${String(n).padStart(10, '0')}`,
      owner: id,
      n,
      key: `${sender}:${randomUUID()}`,
      kind: 'text',
      open: true,
      sender,
      recipient,
      text: TEXT,
      at: start + n,
    };
  });
}

/** Fills the inboxes of both sides of every conversation, read to `readSeq` of `each` rows. */
export async function fillInboxes(
  { connection }: Mongo,
  conversations: readonly FilledConversation[],
  each: number,
  readSeq: number,
): Promise<void> {
  const inbox = connection.collection<{ _id: string }>('inbox');
  const at = Date.now() - HOUR_MS + each;
  const docs = conversations.flatMap(({ id, members: [a, b] }) =>
    [
      [a, b],
      [b, a],
    ].map(([member, profile]) => ({
      _id: `${member}:${id}`,
      member,
      conversation: id,
      profile,
      lastSeq: each,
      lastAt: at,
      preview: TEXT,
      previewSender: b,
      readSeq,
      receivedSeq: each,
      removedSeq: 0,
    })),
  );
  docs.sort((x, y) => (x._id < y._id ? -1 : 1));
  for (let first = 0; first < docs.length; first += BULK) {
    await inbox.insertMany(docs.slice(first, first + BULK), { ordered: false });
  }
}
