import { isPremiumBy, type Lot, type Retained } from '@heartline/domain';
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

/**
 * The packs of a member, oldest first, as they were once row `n` stood. What came back of a refund is a lot of its own,
 * at the newest end and for the money of that refund: what was spent meanwhile came out of other packs, and stays so.
 */
export function lotsAt(trades: readonly LedgerRow[], n: number): Lot[] {
  const lots: Lot[] = [];
  for (const row of trades) {
    if (row.n > n) break;
    if (row.kind === 'refund') takeOut(lots, row);
    else lots.push(lotOf(row, lots));
  }
  return lots;
}

/** A refund is of all credits left of a payment, and of its lots the newest are left. */
function takeOut(lots: readonly Lot[], row: LedgerRow): void {
  let rest = -row.purchased;
  for (const lot of lots.toReversed()) {
    if (lot.payment !== paymentOf(row)) continue;
    const taken = Math.min(lot.credits, rest);
    lot.credits -= taken;
    rest -= taken;
  }
}

function lotOf(row: LedgerRow, before: readonly Lot[]): Lot {
  const payment = paymentOf(row);
  return {
    payment,
    credits: row.purchased,
    of: Math.max(1, row.purchased),
    cents: row.money?.cents ?? 0,
    currency: row.money?.currency ?? '',
    // The days in which it can be refunded are those since the purchase, also of what came back.
    at: before.find((lot) => lot.payment === payment)?.at ?? row.at,
  };
}

/**
 * Whether a member is premium once row `n` stood and `back.cents` of a payment went back after it; fewer than none where
 * they come back to us. `trades` reach to row `n` at least.
 */
export function isPremiumAt(
  trades: readonly LedgerRow[],
  n: number,
  back?: { payment: string; cents: number },
): boolean {
  const purchases = new Map<string, Retained>();
  const add = (payment: string, paidCents: number, retainedCents: number) => {
    const before = purchases.get(payment) ?? { paidCents: 0, retainedCents: 0 };
    purchases.set(payment, {
      paidCents: before.paidCents + paidCents,
      retainedCents: before.retainedCents + retainedCents,
    });
  };
  for (const row of trades) {
    if (row.n > n) break;
    const cents = row.money?.cents ?? 0;
    add(paymentOf(row), row.kind === 'purchase' ? cents : 0, row.kind === 'refund' ? -cents : cents);
  }
  if (back) add(back.payment, 0, -back.cents);
  return isPremiumBy([...purchases.values()]);
}

/** The payment a purchase, a refund or its undoing is about. */
function paymentOf(row: LedgerRow): string {
  const parts = row.key.split(':');
  return (row.kind === 'return' ? parts[2] : parts[1]) ?? '';
}

/** How often a payment was refunded, or tried to be. */
export function roundsOf(trades: readonly LedgerRow[], payment: string): number {
  return trades.filter((row) => row.kind === 'refund' && paymentOf(row) === payment).length;
}
