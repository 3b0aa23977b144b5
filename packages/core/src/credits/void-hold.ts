import { voidHold as decideVoid } from '@heartline/domain';
import type { Mongo } from '@heartline/platform';
import { accountAfter, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';
import { settle, settlementId } from './settlement.repository.ts';

/**
 * Closes a hold without a message and returns its credits, once: first the settlement, which decides, then
 * the ledger row. After a crash between them the next sweep calls this again for the missing row. Returns the
 * row; undefined if the hold had been debited.
 */
export async function voidHold(
  deps: { mongo: Mongo; ledger: Ledger; now: number },
  hold: LedgerRow,
  reason: string,
): Promise<LedgerRow | undefined> {
  const clientId = hold.key.slice('hold:'.length);
  const settlement = await settle(deps.mongo, {
    _id: settlementId(hold.owner, clientId),
    outcome: 'void',
    at: deps.now,
  });
  if (settlement.outcome !== 'void') return undefined;
  const appended = await deps.ledger.append(hold.owner, `void:${clientId}`, (tail) => {
    const back = decideVoid(accountAfter(tail), hold);
    return { row: ledgerContent(back, { reason, at: deps.now, ...(hold.hold ? { hold: hold.hold } : {}) }) };
  });
  return appended.outcome === 'refused' ? undefined : appended.row;
}
