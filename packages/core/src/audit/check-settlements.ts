import type { Mongo } from '@heartline/platform';
import { findSettlements, LEDGER, type LedgerRow, settlementId } from '../credits/index.ts';
import { type ConversationRow, MESSAGES } from '../messaging/index.ts';
import type { Violation } from './violation.ts';

const BATCH = 500;

/**
 * C4, both ways, over the holds between two times: a debited hold has exactly its message, a voided one has none and
 * gave its credits back, and every hold is closed. Only call it for a window that has been quiet for a minute.
 */
export async function* checkSettlements(
  mongo: Mongo,
  from: number,
  until: number,
): AsyncGenerator<Violation> {
  const cursor = mongo.connection
    .collection<LedgerRow>(LEDGER)
    .find({ at: { $gte: from, $lt: until }, kind: 'hold' });
  let batch: LedgerRow[] = [];
  for await (const row of cursor) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield* checkHolds(mongo, batch);
    batch = [];
  }
  yield* checkHolds(mongo, batch);
}

async function* checkHolds(mongo: Mongo, holds: readonly LedgerRow[]): AsyncGenerator<Violation> {
  if (holds.length === 0) return;
  const clientIdOf = (row: LedgerRow) => row.key.slice('hold:'.length);
  const [settlements, messages, voids] = await Promise.all([
    findSettlements(
      mongo,
      holds.map((row) => settlementId(row.owner, clientIdOf(row))),
    ),
    standingUnder(
      mongo,
      MESSAGES,
      holds.map((row) => [row.hold?.conversation ?? '', `${row.owner}:${clientIdOf(row)}`]),
    ),
    standingUnder(
      mongo,
      LEDGER,
      holds.map((row) => [row.owner, `void:${clientIdOf(row)}`]),
    ),
  ]);
  const outcomes = new Map(settlements.map(({ _id, outcome }) => [_id, outcome]));
  for (const row of holds) {
    const message = messages.get(`${row.hold?.conversation} ${row.owner}:${clientIdOf(row)}`);
    const given = voids.has(`${row.owner} void:${clientIdOf(row)}`);
    const wrong = verdict(outcomes.get(settlementId(row.owner, clientIdOf(row))), message === 'text', given);
    if (wrong) yield { invariant: 'C4', subject: row._id, detail: wrong };
  }
}

function verdict(
  outcome: 'debit' | 'void' | undefined,
  hasMessage: boolean,
  given: boolean,
): string | undefined {
  if (outcome === undefined) return 'the hold was never closed';
  if (outcome === 'debit' && !hasMessage) return 'debited without a message';
  if (outcome === 'debit' && given) return 'debited and given back';
  if (outcome === 'void' && hasMessage) return 'a message that was not paid for';
  if (outcome === 'void' && !given) return 'voided, and the credits did not come back';
  return undefined;
}

/** Kinds of the rows that stand under these (owner, key) pairs, by `owner key`. */
async function standingUnder(
  mongo: Mongo,
  collection: string,
  pairs: readonly (readonly [string, string])[],
): Promise<Map<string, string>> {
  const rows = await mongo.connection
    .collection<ConversationRow>(collection)
    .find(
      {
        owner: { $in: [...new Set(pairs.map(([owner]) => owner))] },
        key: { $in: pairs.map(([, key]) => key) },
      },
      { projection: { owner: 1, key: 1, kind: 1 } },
    )
    .toArray();
  return new Map(rows.map((row) => [`${row.owner} ${row.key}`, row.kind]));
}
