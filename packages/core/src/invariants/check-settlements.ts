import { findSettlements, LEDGER, settlementId } from '../credits/index.ts';
import { MESSAGES } from '../messaging/index.ts';
import { type Existing, existingUnder } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { BookRow } from './check-ledgers.ts';
import { isSeen } from './check-places.ts';
import type { Violation } from './violation.ts';

/**
 * C4 for a batch of holds: every hold is closed; a debited one has exactly its message, a voided one has none
 * and a return. Returns the violations, and the conversation rows of the holds.
 */
export async function checkHolds(
  audit: Audit,
  holds: readonly BookRow[],
): Promise<{ wrong: Violation[]; messages: Existing[] }> {
  const clientIdOf = (row: BookRow) => row.key.slice('hold:'.length);
  const [settlements, messages, voids] = await Promise.all([
    findSettlements(
      audit.mongo,
      holds.map((row) => settlementId(row.owner, clientIdOf(row))),
    ),
    existingUnder(
      audit,
      MESSAGES,
      holds.map((row) => [row.hold?.conversation ?? '', `${row.owner}:${clientIdOf(row)}`]),
    ),
    existingUnder(
      audit,
      LEDGER,
      holds.map((row) => [row.owner, `void:${clientIdOf(row)}`]),
    ),
  ]);
  const outcomes = new Map(settlements.map(({ _id, outcome }) => [_id, outcome]));
  const wrong = holds.flatMap((row): Violation[] => {
    const message = messages.get(`${row.hold?.conversation} ${row.owner}:${clientIdOf(row)}`);
    const given = voids.has(`${row.owner} void:${clientIdOf(row)}`);
    const hasMessage = message !== undefined && isSeen(message.kind);
    const detail = verdict(outcomes.get(settlementId(row.owner, clientIdOf(row))), hasMessage, given);
    return detail ? [{ invariant: 'C4', subject: row._id, detail }] : [];
  });
  return { wrong, messages: [...messages.values()] };
}

/** C4 for rows that return the price of a message: it was debited. A voided one had its return already. */
export async function* checkReturns(audit: Audit, rows: readonly BookRow[]): AsyncGenerator<Violation> {
  const returns = rows.filter(({ kind, hold }) => kind === 'return' && hold);
  const debitOf = ({ owner, key }: BookRow) => settlementId(owner, key.slice('return:'.length));
  const settlements = await findSettlements(audit.mongo, returns.map(debitOf));
  const outcomes = new Map(settlements.map(({ _id, outcome }) => [_id, outcome]));
  for (const row of returns) {
    if (outcomes.get(debitOf(row)) === 'debit') continue;
    yield { invariant: 'C4', subject: row._id, detail: 'returns a message that was never debited' };
  }
}

function verdict(
  outcome: 'debit' | 'void' | undefined,
  hasMessage: boolean,
  given: boolean,
): string | undefined {
  if (outcome === undefined) return 'the hold was never closed';
  if (outcome === 'debit' && !hasMessage) return 'debited without a message';
  if (outcome === 'debit' && given) return 'debited and returned';
  if (outcome === 'void' && hasMessage) return 'a message that was not paid for';
  if (outcome === 'void' && !given) return 'voided without a return of its credits';
  return undefined;
}
