import { clientIdOf } from '@heartline/domain';
import { rowId } from '@heartline/platform';
import { LEDGER } from '../credits/index.ts';
import {
  type ConversationRow,
  INBOX,
  type InboxDoc,
  isVisible,
  MESSAGES,
  OPERATOR_ANSWERS,
} from '../messaging/index.ts';
import { documentsOf, everyDocument, standingUnder } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import { checkClosed } from './check-blocks.ts';
import { AFTER_CLOSE, checkBothSides, checkMarks, MARKS, type Sides } from './check-places.ts';
import type { Violation } from './violation.ts';

const FIELDS = ['owner', 'n', 'key', 'kind', 'open', 'sender', 'recipient', 'at'] as const;

/**
 * When everything is walked: each conversation in order of `_id`, M3 rows are numbered 1, 2, 3 … without holes · M2 no
 * key stands twice · M6 nothing that can be seen stands behind a row that closed it, and where it is closed somebody blocks ·
 * M1 both sides have it in their lists · C4 something was held for what can be seen. Then the inboxes: M5 no mark is past
 * the last row.
 */
export async function* checkConversations(audit: Audit): AsyncGenerator<Violation> {
  if (!audit.whole) return;
  let owner = '';
  let n = 0;
  let keys = new Set<string>();
  let isOpen = true;
  for await (const rows of everyDocument<ConversationRow>(audit, MESSAGES, FIELDS)) {
    const sides = new Map<string, Sides>();
    for (const row of rows) {
      if (row.owner !== owner) {
        owner = row.owner;
        n = 0;
        keys = new Set();
        isOpen = true;
      }
      if (isVisible(row)) {
        sides.set(owner, { conversation: owner, members: [row.sender, row.recipient] });
        if (!isOpen) yield { invariant: 'M6', subject: row._id, detail: AFTER_CLOSE };
      }
      isOpen = row.open;
      n += 1;
      if (row.n !== n || row._id !== rowId(owner, row.n)) {
        yield { invariant: 'M3', subject: row._id, detail: `row ${row.n} stands where ${n} belongs` };
        n = row.n;
      }
      if (keys.has(row.key)) yield { invariant: 'M2', subject: row._id, detail: 'this key stands twice' };
      keys.add(row.key);
    }
    yield* checkBothSides(audit, [...sides.values()]);
    yield* checkHeld(audit, rows);
    const ends = new Map(rows.map((row) => [row.owner, row]));
    yield* checkClosed(
      audit,
      [...ends.values()].filter(({ open }) => !open),
    );
  }
  for await (const docs of everyDocument<InboxDoc>(audit, INBOX, MARKS)) yield* checkMarks(audit, docs);
}

/**
 * C4 of messages, of which holds alone say nothing: a ledger whose last rows are lost has no gap. Answers of operators, which
 * are free, stand in their log instead.
 */
async function* checkHeld(audit: Audit, found: readonly ConversationRow[]): AsyncGenerator<Violation> {
  const rows = found.filter((row) => isVisible(row) && row.at < audit.until);
  const holdOf = (row: ConversationRow) => [row.sender, `hold:${clientIdOf(row)}`] as const;
  const holds = await standingUnder(audit, LEDGER, rows.map(holdOf));
  const free = rows.filter((row) => !holds.has(holdOf(row).join(' '))).map(({ _id }) => _id);
  const answers = await documentsOf<{ _id: string }>(audit, OPERATOR_ANSWERS, free, []);
  for (const subject of free) {
    if (answers.has(subject)) continue;
    yield { invariant: 'C4', subject, detail: 'nothing was held for this message' };
  }
}
