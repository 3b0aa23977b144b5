import type { getStatement as contract, OutputOf, StatementEntry } from '@heartline/contracts';
import { available } from '@heartline/domain';
import type { Mongo, Publisher } from '@heartline/platform';
import type { Ledger, LedgerRow } from './ledger.repository.ts';
import { findSettlements, type Settlement, settlementId } from './settlement.repository.ts';

/** Rows a page of the statement shows, and how far back open holds are looked for. */
const STATEMENT_PAGE = 30;
const OPEN_HOLDS_WITHIN = 200;

export interface StatementDeps {
  mongo: Mongo;
  ledger: Ledger;
  publisher: Publisher;
  /** Names of members, to say whom a message was for. */
  nameOf(member: string): Promise<string | undefined>;
}

/**
 * A page of the statement, newest first, with the balance it adds up to: every row's `balance` is the one before it
 * plus its `credits`.
 */
export async function getStatement(
  deps: StatementDeps,
  member: string,
  before?: number,
): Promise<OutputOf<typeof contract>> {
  const version = await deps.publisher.versionOf(member);
  const tail = await deps.ledger.freshTail(member);
  const last = Math.min(tail?.n ?? 0, (before ?? Number.POSITIVE_INFINITY) - 1);
  const first = Math.max(1, last - STATEMENT_PAGE + 1);
  const rows = await deps.ledger.range(member, first, last);
  const settled = await settlementsOf(deps.mongo, rows);
  const entries = await Promise.all(rows.reverse().map((row) => presentEntry(deps, row, settled)));
  return {
    credits: tail ? creditsAfter(tail) : 0,
    purchased: tail?.purchasedAfter ?? 0,
    bonus: tail?.bonusAfter ?? 0,
    held: await heldCredits(deps, member, tail),
    entries,
    hasOlder: first > 1,
    version,
  };
}

/** Credits reserved by holds that are not closed yet. Holds close within seconds, so only the last rows can be open. */
async function heldCredits(
  deps: Pick<StatementDeps, 'ledger' | 'mongo'>,
  member: string,
  tail: LedgerRow | undefined,
): Promise<number> {
  if (!tail) return 0;
  const rows = await deps.ledger.range(member, Math.max(1, tail.n - OPEN_HOLDS_WITHIN + 1), tail.n);
  const settled = await settlementsOf(deps.mongo, rows);
  return rows
    .filter((row) => row.kind === 'hold' && !settled.has(clientIdOf(row)))
    .reduce((sum, row) => sum - row.purchased - row.bonus, 0);
}

/** Credits one can spend after a row. */
export function creditsAfter(row: LedgerRow): number {
  return available({ purchased: row.purchasedAfter, bonus: row.bonusAfter });
}

function clientIdOf(row: LedgerRow): string {
  return row.key.slice(row.key.indexOf(':') + 1);
}

async function settlementsOf(
  mongo: Mongo,
  rows: readonly LedgerRow[],
): Promise<Map<string, Settlement['outcome']>> {
  const holds = rows.filter((row) => row.kind === 'hold');
  const found = await findSettlements(
    mongo,
    holds.map((row) => settlementId(row.owner, clientIdOf(row))),
  );
  return new Map(found.map(({ _id, outcome }) => [_id.slice(_id.indexOf(':') + 1), outcome]));
}

async function presentEntry(
  deps: StatementDeps,
  row: LedgerRow,
  settled: Map<string, Settlement['outcome']>,
): Promise<StatementEntry> {
  const profile = row.hold && { id: row.hold.profile, name: (await deps.nameOf(row.hold.profile)) ?? '' };
  return {
    n: row.n,
    kind: row.kind,
    state: entryState(row, settled),
    reason: row.reason,
    credits: row.purchased + row.bonus,
    balance: creditsAfter(row),
    profile: profile ?? null,
    money: row.money ?? null,
    at: row.at,
  };
}

function entryState(row: LedgerRow, settled: Map<string, Settlement['outcome']>): StatementEntry['state'] {
  if (row.kind !== 'hold') return 'done';
  const outcome = settled.get(clientIdOf(row));
  if (outcome === undefined) return 'held';
  return outcome === 'debit' ? 'spent' : 'returned';
}
