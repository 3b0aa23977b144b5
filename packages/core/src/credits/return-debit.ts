import { returnDebit as decideReturn } from '@heartline/domain';
import type { Mongo } from '@heartline/platform';
import { holdKey } from './hold-credits.ts';
import { accountAfter, LEDGER, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';
import { settle, settlementId } from './settlement.repository.ts';

const returnKey = (clientId: string) => `return:${clientId}`;

/**
 * Returns the credits of one message, once, although it was stored: for example after a block before its
 * delivery. Closes the hold as a debit first, so that it cannot be voided as well. Returns the row, and if
 * this call added it; undefined if there is nothing to return.
 */
export async function returnDebit(
  deps: { mongo: Mongo; ledger: Ledger; now: number },
  member: string,
  clientId: string,
  reason: string,
): Promise<{ row: LedgerRow; isNew: boolean } | undefined> {
  const hold = await deps.ledger.find(member, holdKey(clientId));
  if (!hold || hold.purchased + hold.bonus === 0) return undefined;
  const settlement = await settle(deps.mongo, {
    _id: settlementId(member, clientId),
    outcome: 'debit',
    at: deps.now,
  });
  if (settlement.outcome !== 'debit') return undefined;
  const appended = await deps.ledger.append(member, returnKey(clientId), (tail) => {
    const back = decideReturn(accountAfter(tail), hold);
    return { row: ledgerContent(back, { reason, at: deps.now, ...(hold.hold ? { hold: hold.hold } : {}) }) };
  });
  if (appended.outcome === 'refused') return undefined;
  return { row: appended.row, isNew: appended.outcome === 'appended' };
}

/** The member's messages that were returned for this reason, by `clientId`. */
export async function returnedAmong(
  { connection }: Mongo,
  member: string,
  { clientIds, reason }: { clientIds: readonly string[]; reason: string },
): Promise<Set<string>> {
  if (clientIds.length === 0) return new Set();
  const rows = await connection
    .collection<LedgerRow>(LEDGER)
    .find({ owner: member, key: { $in: clientIds.map(returnKey) } })
    .toArray();
  const returned = new Set(rows.filter((row) => row.reason === reason).map(({ key }) => key));
  return new Set(clientIds.filter((clientId) => returned.has(returnKey(clientId))));
}
