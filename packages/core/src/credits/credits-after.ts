import { available } from '@heartline/domain';
import type { LedgerRow } from './ledger.repository.ts';

/** Credits one can spend after a row. */
export function creditsAfter(row: Pick<LedgerRow, 'purchasedAfter' | 'bonusAfter'>): number {
  return available({ purchased: row.purchasedAfter, bonus: row.bonusAfter });
}
