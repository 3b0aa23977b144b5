import { rowId } from '@heartline/platform';
import { INBOX, type InboxDoc, MESSAGES } from '../messaging/index.ts';
import type { Audit } from './check-invariants.ts';
import { checkMarks, MARKS } from './check-places.ts';
import { everyDocument, type Standing } from './read-in-batches.ts';
import type { Violation } from './violation.ts';

/**
 * When everything is walked: each conversation in order of `_id`, M3 rows are numbered 1, 2, 3 … without holes · M2 no
 * key stands twice. Then the inboxes: M5 no mark is past the last row.
 */
export async function* checkConversations(audit: Audit): AsyncGenerator<Violation> {
  if (!audit.whole) return;
  let owner = '';
  let n = 0;
  let keys = new Set<string>();
  for await (const rows of everyDocument<Standing>(audit, MESSAGES, ['owner', 'n', 'key'])) {
    for (const row of rows) {
      if (row.owner !== owner) {
        owner = row.owner;
        n = 0;
        keys = new Set();
      }
      n += 1;
      if (row.n !== n || row._id !== rowId(owner, row.n)) {
        yield { invariant: 'M3', subject: row._id, detail: `row ${row.n} stands where ${n} belongs` };
        n = row.n;
      }
      if (keys.has(row.key)) yield { invariant: 'M2', subject: row._id, detail: 'this key stands twice' };
      keys.add(row.key);
    }
  }
  for await (const docs of everyDocument<InboxDoc>(audit, INBOX, MARKS)) yield* checkMarks(audit, docs);
}
