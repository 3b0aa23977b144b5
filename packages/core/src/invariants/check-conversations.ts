import { rowId } from '@heartline/platform';
import { type ConversationRow, INBOX, type InboxDoc, isVisible, MESSAGES } from '../messaging/index.ts';
import { everyDocument } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import { checkClosed } from './check-blocks.ts';
import { checkMessages } from './check-messages.ts';
import { AFTER_CLOSE, checkBothSides, checkMarks, MARKS, type Sides } from './check-places.ts';
import type { Violation } from './violation.ts';

const FIELDS = ['owner', 'n', 'key', 'kind', 'open', 'sender', 'recipient', 'at', 'gone'] as const;

/**
 * Only with `whole`: each conversation in order of `_id`, then the inboxes.
 *
 * - M3: rows are numbered 1, 2, 3 … without gaps.
 * - M2: no key appears twice.
 * - M6: nothing visible follows a closing row, and a closed conversation has a block.
 * - M1: both sides have it in their lists.
 * - C4: visible rows have a hold, and rows taken back have a return.
 * - M5: no mark of an inbox is past the last row.
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
        yield { invariant: 'M3', subject: row._id, detail: `row ${row.n} instead of row ${n}` };
        n = row.n;
      }
      if (keys.has(row.key)) yield { invariant: 'M2', subject: row._id, detail: 'duplicate key' };
      keys.add(row.key);
    }
    yield* checkBothSides(audit, [...sides.values()]);
    yield* checkMessages(audit, rows);
    const ends = new Map(rows.map((row) => [row.owner, row]));
    yield* checkClosed(
      audit,
      [...ends.values()].filter(({ open }) => !open),
    );
  }
  for await (const docs of everyDocument<InboxDoc>(audit, INBOX, MARKS)) yield* checkMarks(audit, docs);
}
