import type { Balance } from '@heartline/contracts';
import { available } from '@heartline/domain';
import type { LedgerRow } from './ledger.repository.ts';

/** The balance after a row; zero without a row. */
export function balanceAfter(
  row: Pick<LedgerRow, 'n' | 'purchasedAfter' | 'bonusAfter' | 'debtAfter' | 'premium'> | undefined,
): Balance {
  if (!row) return { credits: 0, debt: 0, premium: false, ledgerSeq: 0 };
  const credits = available({ purchased: row.purchasedAfter, bonus: row.bonusAfter });
  return { credits, debt: row.debtAfter, premium: row.premium, ledgerSeq: row.n };
}
