import type { Mongo } from '@heartline/platform';
import { rowId } from '@heartline/platform';
import { type ConversationRow, INBOX, type InboxDoc, MESSAGES } from '../messaging/index.ts';
import type { Violation } from './violation.ts';

/**
 * Walks every conversation in order of `_id`: M3 rows are numbered 1, 2, 3 … without holes · M2 no key stands twice.
 * Then the inboxes: M5 no read mark is past the last row.
 */
export async function* checkConversations(mongo: Mongo): AsyncGenerator<Violation> {
  const rows = mongo.connection
    .collection<ConversationRow>(MESSAGES)
    .find({}, { projection: { owner: 1, n: 1, key: 1 } })
    .sort({ _id: 1 });
  const lastRows = new Map<string, number>();
  let owner = '';
  let keys = new Set<string>();
  for await (const row of rows) {
    if (row.owner !== owner) {
      owner = row.owner;
      keys = new Set();
    }
    const n = (lastRows.get(owner) ?? 0) + 1;
    if (row.n !== n || row._id !== rowId(owner, row.n)) {
      yield { invariant: 'M3', subject: row._id, detail: `row ${row.n} stands where ${n} belongs` };
    }
    if (keys.has(row.key)) yield { invariant: 'M2', subject: row._id, detail: 'this key stands twice' };
    keys.add(row.key);
    lastRows.set(owner, row.n);
  }
  yield* checkMarks(mongo, lastRows);
}

async function* checkMarks(mongo: Mongo, lastRows: ReadonlyMap<string, number>): AsyncGenerator<Violation> {
  for await (const doc of mongo.connection.collection<InboxDoc>(INBOX).find({})) {
    const last = lastRows.get(doc.conversation) ?? 0;
    if (doc.readSeq > last || doc.receivedSeq > last || doc.lastSeq > last) {
      yield { invariant: 'M5', subject: doc._id, detail: `a mark is past row ${last}` };
    }
  }
}
