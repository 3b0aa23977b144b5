import type { Mongo } from '@heartline/platform';
import { rowId } from '@heartline/platform';
import { accountAfter, LEDGER, type LedgerRow } from '../credits/index.ts';
import type { CheckOptions } from './check-invariants.ts';
import type { Violation } from './violation.ts';

/**
 * Walks every ledger row by row, in order of `_id`:
 * C1 each balance is the one before it plus the row · C2 none is negative · C9 rows are numbered 1, 2, 3 … under their
 * own ids, as only inserts leave them · L1 a free member has started no more conversations than allowed.
 */
export async function* checkLedgers(
  mongo: Mongo,
  { freeConversations }: Pick<CheckOptions, 'freeConversations'>,
): AsyncGenerator<Violation> {
  const rows = mongo.connection.collection<LedgerRow>(LEDGER).find({}).sort({ _id: 1 });
  let before: LedgerRow | undefined;
  for await (const row of rows) {
    yield* checkRow(row, before?.owner === row.owner ? before : undefined);
    if (!row.premium && row.started.length > (await freeConversations(await siteOf(mongo, row.owner)))) {
      yield { invariant: 'L1', subject: row._id, detail: `${row.started.length} conversations started` };
    }
    before = row;
  }
}

async function siteOf(mongo: Mongo, member: string): Promise<string> {
  const accounts = mongo.connection.collection<{ _id: string; site: string }>('accounts');
  return (await accounts.findOne({ _id: member }, { projection: { site: 1 } }))?.site ?? 'default';
}

function* checkRow(row: LedgerRow, before: LedgerRow | undefined): Generator<Violation> {
  const stood = accountAfter(before);
  const n = (before?.n ?? 0) + 1;
  if (row.n !== n || row._id !== rowId(row.owner, row.n)) {
    yield { invariant: 'C9', subject: row._id, detail: `row ${row.n} stands where ${n} belongs` };
  }
  const purchased = stood.purchased + row.purchased;
  const bonus = stood.bonus + row.bonus;
  const stands = `${row.purchasedAfter} + ${row.bonusAfter}`;
  if (row.purchasedAfter !== purchased || row.bonusAfter !== bonus) {
    yield {
      invariant: 'C1',
      subject: row._id,
      detail: `balance ${stands}, the rows add up to ${purchased} + ${bonus}`,
    };
  }
  if (row.purchasedAfter < 0 || row.bonusAfter < 0) {
    yield { invariant: 'C2', subject: row._id, detail: `balance ${stands}` };
  }
}
