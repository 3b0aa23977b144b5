import { isPremiumBy, type Lot, type Retained } from '@heartline/domain';
import { type Mongo, under } from '@heartline/platform';
import { LEDGER, type LedgerRow } from './ledger.repository.ts';

export const refundKey = (payment: string, turn: number) => `refund:${payment}:${turn}`;
/** Key of the row that returns the credits of a refund the provider did not carry out. */
export const undoneKey = (payment: string, turn: number) => `return:refund:${payment}:${turn}`;

/**
 * All purchases and refunds of a member: a handful of rows, read as ranges of the unique index. The lots at
 * any row follow from the trades before it. Read trades after the rows they are for, or a pack bought in
 * between is missing.
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
 * The lots of a member as of row `n`, oldest first. Returned credits of a refund become a new lot at the
 * newest end, for the money of that refund. Credits spent meanwhile came from other lots and stay so.
 */
export function lotsAt(trades: readonly LedgerRow[], n: number): Lot[] {
  const lots: Lot[] = [];
  for (const row of trades) {
    if (row.n > n) break;
    if (row.kind === 'refund') takeOut(lots, row);
    else lots.push(lotOf(row));
  }
  return lots;
}

/** A refund takes all credits left of a payment: those in its newest lots. */
function takeOut(lots: readonly Lot[], row: LedgerRow): void {
  let rest = -row.purchased;
  for (const lot of lots.toReversed()) {
    if (lot.payment !== paymentOf(row)) continue;
    const taken = Math.min(lot.credits, rest);
    lot.credits -= taken;
    rest -= taken;
  }
}

function lotOf(row: LedgerRow): Lot {
  const payment = paymentOf(row);
  return {
    payment,
    credits: row.purchased,
    of: Math.max(1, row.purchased),
    cents: row.money?.cents ?? 0,
    currency: row.money?.currency ?? '',
    // A refund that failed or bounced may be late: the member gets the whole period again.
    at: row.at,
  };
}

/**
 * True if a member is premium as of row `n`, after `back.cents` of a payment were refunded; negative cents
 * are an undone refund. `trades` must reach row `n`.
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

/** The payment of a purchase, a refund or its undoing. */
function paymentOf(row: LedgerRow): string {
  const parts = row.key.split(':');
  return (row.kind === 'return' ? parts[2] : parts[1]) ?? '';
}

/** Number of refunds of a payment, including failed ones. */
export function roundsOf(trades: readonly LedgerRow[], payment: string): number {
  return trades.filter((row) => row.kind === 'refund' && paymentOf(row) === payment).length;
}
