import { clientIdOf } from '@heartline/domain';
import { LEDGER } from '../credits/index.ts';
import { type ConversationRow, isVisible, OPERATOR_ANSWERS, PENDING_RETURNS } from '../messaging/index.ts';
import { documentsOf, type Existing, existingUnder } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

type Hold = Existing & { purchased: number; bonus: number };

/** The key of a message in the ledger of its sender. */
const keyOf = (kind: 'hold' | 'return', row: ConversationRow) =>
  [row.sender, `${kind}:${clientIdOf(row)}`] as const;

/**
 * C4 for a batch of messages, beyond the ledgers: each has a hold, since a ledger that lost its last rows
 * shows no gap. Each message taken back has a return.
 */
export async function* checkMessages(
  audit: Audit,
  found: readonly ConversationRow[],
): AsyncGenerator<Violation> {
  const rows = found.filter((row) => isVisible(row) && row.at < audit.until);
  const keys = rows.map((row) => keyOf('hold', row));
  const holds = await existingUnder<Hold>(audit, LEDGER, keys, ['purchased', 'bonus']);
  const holdOf = (row: ConversationRow) => holds.get(keyOf('hold', row).join(' '));
  yield* checkFree(
    audit,
    rows.filter((row) => !holdOf(row)),
  );
  const cost = (row: ConversationRow) => (holdOf(row)?.purchased ?? 0) + (holdOf(row)?.bonus ?? 0);
  yield* checkTakenBack(
    audit,
    rows.filter((row) => row.gone === 'unsent' && cost(row) !== 0),
  );
}

/** Messages without a hold: operators' answers are free, and are in their log instead. */
async function* checkFree(audit: Audit, rows: readonly ConversationRow[]): AsyncGenerator<Violation> {
  const ids = rows.map(({ _id }) => _id);
  const answers = await documentsOf<{ _id: string }>(audit, OPERATOR_ANSWERS, ids, []);
  for (const subject of ids) {
    if (answers.has(subject)) continue;
    yield { invariant: 'C4', subject, detail: 'message without a hold' };
  }
}

/** Paid messages that were taken back. */
async function* checkTakenBack(audit: Audit, rows: readonly ConversationRow[]): AsyncGenerator<Violation> {
  const late = await withoutReturn(audit, rows);
  const pendingOf = ({ _id }: ConversationRow) => `unsend:${_id}`;
  const pending = await documentsOf<{ _id: string }>(audit, PENDING_RETURNS, late.map(pendingOf), []);
  // Check again: a pending return may have been written between the reads.
  const left = await withoutReturn(
    audit,
    late.filter((row) => !pending.has(pendingOf(row))),
  );
  for (const { _id: subject } of left) {
    yield { invariant: 'C4', subject, detail: 'taken back without a return of its credits' };
  }
}

async function withoutReturn(audit: Audit, rows: readonly ConversationRow[]): Promise<ConversationRow[]> {
  const keys = rows.map((row) => keyOf('return', row));
  const back = await existingUnder(audit, LEDGER, keys);
  return rows.filter((row) => !back.has(keyOf('return', row).join(' ')));
}
