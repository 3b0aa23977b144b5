import type { Lot } from '@heartline/domain';
import { type Mongo, under } from '@heartline/platform';
import { LEDGER, type LedgerRow } from './ledger.repository.ts';

export const refundKey = (payment: string, turn: number) => `refund:${payment}:${turn}`;
/** Under this key credits come back whose refund the provider did not carry out. */
export const undoneKey = (payment: string, turn: number) => `return:refund:${payment}:${turn}`;

/**
 * Everything a member bought and got refunded: a handful of rows, read as ranges of the unique index. What the packs
 * were at any row of the ledger follows from those before it: so they are read after the rows they are for, else a pack
 * bought in between is missing.
 */
export async function readTrades(mongo: Mongo, member: string): Promise<LedgerRow[]> {
  const rows = await mongo.connection
    .collection<LedgerRow>(LEDGER)
    .find({
      owner: member,
      $or: ['payment', 'refund', 'return:refund'].map((start) => ({ key: under(start) })),
    })
    .toArray();
  return rows.sort((a, b) => a.n - b.n);
}

/** The packs of a member, oldest first, as they were once row `n` stood. */
export function lotsAt(trades: readonly LedgerRow[], n: number): Lot[] {
  const lots: Lot[] = [];
  for (const row of trades) {
    if (row.n > n) break;
    if (row.kind === 'purchase') lots.push(lotOf(row));
    else {
      const lot = lots.find(({ payment }) => payment === paymentOf(row));
      if (lot) lot.credits += row.purchased;
    }
  }
  return lots;
}

function lotOf(row: LedgerRow): Lot {
  return {
    payment: paymentOf(row),
    credits: row.purchased,
    of: Math.max(1, row.purchased),
    cents: row.money?.cents ?? 0,
    currency: row.money?.currency ?? '',
    at: row.at,
  };
}

/** The payment a purchase, a refund or its undoing is about. */
function paymentOf(row: LedgerRow): string {
  const parts = row.key.split(':');
  return (row.kind === 'return' ? parts[2] : parts[1]) ?? '';
}

/** How often a payment was refunded, or tried to be. */
export function turnsOf(trades: readonly LedgerRow[], payment: string): number {
  return trades.filter((row) => row.kind === 'refund' && paymentOf(row) === payment).length;
}
