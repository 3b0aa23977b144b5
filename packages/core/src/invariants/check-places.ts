import { rowId } from '@heartline/platform';
import { INBOX, type InboxDoc, inboxId, MESSAGES, VISIBLE_KINDS } from '../messaging/index.ts';
import { documentsOf, type Existing } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

/**
 * Checks recent rows. M3: each has its own number, directly after the one before it. M6: no visible row
 * follows a closing row.
 */
export async function* checkPlaces(audit: Audit, rows: readonly Existing[]): AsyncGenerator<Violation> {
  const before = rows.filter(({ n }) => n > 1).map(({ owner, n }) => rowId(owner, n - 1));
  const existing = await documentsOf<{ _id: string; open: boolean }>(audit, MESSAGES, before, ['open']);
  for (const { _id, owner, n, kind } of rows) {
    if (isSeen(kind) && existing.get(rowId(owner, n - 1))?.open === false) {
      yield { invariant: 'M6', subject: _id, detail: AFTER_CLOSE };
    }
    if (_id !== rowId(owner, n) || (n > 1 && !existing.has(rowId(owner, n - 1)))) {
      yield { invariant: 'M3', subject: _id, detail: `row ${n} without the row before it` };
    }
  }
}

/** True if members see a row of this kind. */
export const isSeen = (kind: string) => (VISIBLE_KINDS as readonly string[]).includes(kind);

export const AFTER_CLOSE = 'message in a closed conversation';

/** A conversation with a visible row, and its two members. */
export interface Sides {
  conversation: string;
  members: readonly [string, string];
}

/**
 * M1 for conversations: both sides of one with a visible row have it in their lists; an erased member has
 * none.
 */
export async function* checkBothSides(audit: Audit, sides: readonly Sides[]): AsyncGenerator<Violation> {
  const wanted = new Map(
    sides.flatMap(({ conversation, members }) =>
      members.map((member) => [inboxId(member, conversation), member] as const),
    ),
  );
  const existing = await documentsOf<{ _id: string }>(audit, INBOX, [...wanted.keys()], []);
  const missing = [...wanted].filter(([_id]) => !existing.has(_id));
  const deletions = await documentsOf<{ _id: string; erasedAt: number | null }>(
    audit,
    'deletions',
    missing.map(([, member]) => member),
    ['erasedAt'],
  );
  for (const [subject, member] of missing) {
    if (deletions.get(member)?.erasedAt) continue;
    yield { invariant: 'M1', subject, detail: 'the conversation is missing from the list of one side' };
  }
}

const PLACES = ['readSeq', 'receivedSeq', 'lastSeq', 'removedSeq', 'seenSeq'] as const;
/** Fields of an inbox that M5 needs. */
export const MARKS = ['conversation', ...PLACES] as const;

/** M5 for inboxes: the furthest mark points at an existing row. */
export async function* checkMarks(audit: Audit, docs: readonly InboxDoc[]): AsyncGenerator<Violation> {
  const places = docs.map((doc) => {
    const mark = Math.max(...PLACES.map((name) => doc[name] ?? 0));
    return { _id: doc._id, mark, row: rowId(doc.conversation, mark) };
  });
  const existing = await documentsOf<{ _id: string }>(
    audit,
    MESSAGES,
    places.filter(({ mark }) => mark > 0).map(({ row }) => row),
    [],
  );
  for (const { _id, mark, row } of places) {
    if (mark > 0 && !existing.has(row)) {
      yield { invariant: 'M5', subject: _id, detail: `a mark points at row ${mark}, which does not exist` };
    }
  }
}
