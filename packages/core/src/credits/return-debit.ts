import { returnDebit as decideReturn } from '@heartline/domain';
import type { Mongo } from '@heartline/platform';
import { holdKey } from './hold-credits.ts';
import { accountAfter, LEDGER, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';
import { settle, settlementId } from './settlement.repository.ts';

const returnKey = (clientId: string) => `return:${clientId}`;

/**
 * Gives back what one message cost, once, although it was stored: its recipient was blocked before it arrived, or was
 * removed as a fake. The hold is closed as a debit first, so that nobody can void it as well. Answers the row, and whether
 * this call added it; nothing when there is nothing to give back.
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

/** Which of a member's messages were paid back for this reason, by their `clientId`. */
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
