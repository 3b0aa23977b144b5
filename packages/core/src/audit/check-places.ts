import { rowId } from '@heartline/platform';
import { type InboxDoc, MESSAGES } from '../messaging/index.ts';
import type { Audit } from './check-invariants.ts';
import { documentsOf, type Standing } from './read-in-batches.ts';
import type { Violation } from './violation.ts';

/** M3 of rows that were written lately: each stands under its own number, right behind the one before it. */
export async function* checkPlaces(audit: Audit, rows: readonly Standing[]): AsyncGenerator<Violation> {
  const before = rows.filter(({ n }) => n > 1).map(({ owner, n }) => rowId(owner, n - 1));
  const standing = await documentsOf<{ _id: string }>(audit, MESSAGES, before, []);
  for (const { _id, owner, n } of rows) {
    if (_id !== rowId(owner, n) || (n > 1 && !standing.has(rowId(owner, n - 1)))) {
      yield { invariant: 'M3', subject: _id, detail: `row ${n} stands without the one before it` };
    }
  }
}

/** What M5 asks of an inbox. */
export const MARKS = ['conversation', 'readSeq', 'receivedSeq', 'lastSeq'] as const;

/** M5 of inboxes: a row stands at the furthest of the marks. */
export async function* checkMarks(audit: Audit, docs: readonly InboxDoc[]): AsyncGenerator<Violation> {
  const places = docs.map((doc) => {
    const mark = Math.max(doc.readSeq, doc.receivedSeq, doc.lastSeq);
    return { _id: doc._id, mark, row: rowId(doc.conversation, mark) };
  });
  const standing = await documentsOf<{ _id: string }>(
    audit,
    MESSAGES,
    places.filter(({ mark }) => mark > 0).map(({ row }) => row),
    [],
  );
  for (const { _id, mark, row } of places) {
    if (mark > 0 && !standing.has(row)) {
      yield { invariant: 'M5', subject: _id, detail: `a mark is at row ${mark}, which does not stand` };
    }
  }
}
