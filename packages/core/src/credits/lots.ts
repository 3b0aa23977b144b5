import { isPremiumBy, type Lot, type Refundable, type Retained, refundable } from '@heartline/domain';
import { type Mongo, under } from '@heartline/platform';
import { LEDGER, type LedgerRow } from './ledger.repository.ts';

export const refundKey = (payment: string, turn: number) => `refund:${payment}:${turn}`;
/** Key of the row that returns the credits of a refund the provider did not carry out. */
export const undoneKey = (payment: string, turn: number) => `return:refund:${payment}:${turn}`;

/** Keys of the row that a dispute wrote, and of the row that gives its credits back. */
export const chargebackKey = (payment: string, dispute: string) => `chargeback:${payment}:${dispute}`;
export const wonKey = (payment: string, dispute: string) => `return:${chargebackKey(payment, dispute)}`;

/** The beginnings of the keys of trades, after which the payment stands. */
const TRADES = ['payment', 'refund', 'return:refund', 'chargeback', 'return:chargeback'] as const;

/**
 * All purchases, refunds and charge-backs of a member: a handful of rows, read as ranges of the unique index. The lots at
 * any row follow from the trades before it. Read trades after the rows they are for, or a pack bought in
 * between is missing.
 */
export async function readTrades(mongo: Mongo, member: string): Promise<LedgerRow[]> {
  const rows = await mongo.connection
    .collection<LedgerRow>(LEDGER)
    .find({
      owner: member,
      $or: TRADES.map((start) => ({ key: under(start) })),
    })
    .toArray();
  return rows.sort((a, b) => a.n - b.n);
}

/** Bought credits that a row moved, whether they came to the balance or paid a debt. */
const creditsOf = ({ purchased, debt = 0 }: LedgerRow) => purchased - debt;

/**
 * The lots of a member as of row `n`, oldest first.
 *
 * - Returned credits of a refund become a new lot at the newest end, for the money of that refund. Credits spent
 *   meanwhile came from other lots and stay so.
 * - A charge-back that was undone leaves the lots as if it had never been.
 */
export function lotsAt(trades: readonly LedgerRow[], n: number): Lot[] {
  const lots: Lot[] = [];
  const taken = new Map<string, Taken>();
  for (const row of trades) {
    if (row.n > n) break;
    if (row.kind === 'refund') takeOut(lots, row);
    else if (row.kind === 'chargeback') taken.set(row.key, takeOut(lots, row));
    else if (isWon(row)) putBack(taken.get(row.key.slice('return:'.length)) ?? []);
    else lots.push(lotOf(row));
  }
  return lots;
}

/** True for a row that gives the credits of a charge-back back. */
const isWon = ({ key }: Pick<LedgerRow, 'key'>) => key.startsWith('return:chargeback:');

type Taken = readonly { lot: Lot; credits: number }[];

/** A refund takes all credits left of a payment, a charge-back a share of them: those in its newest lots. */
function takeOut(lots: readonly Lot[], row: LedgerRow): Taken {
  let rest = -creditsOf(row);
  return lotsOf(lots, paymentOf(row))
    .toReversed()
    .map((lot) => {
      const credits = Math.min(lot.credits, rest);
      lot.credits -= credits;
      rest -= credits;
      return { lot, credits };
    });
}

function putBack(taken: Taken): void {
  for (const { lot, credits } of taken) lot.credits += credits;
}

/** The lots of one payment. */
export const lotsOf = (lots: readonly Lot[], payment: string): Lot[] =>
  lots.filter((lot) => lot.payment === payment);

function lotOf(row: LedgerRow): Lot {
  const payment = paymentOf(row);
  const credits = creditsOf(row);
  return {
    payment,
    credits,
    of: Math.max(1, credits),
    cents: row.money?.cents ?? 0,
    currency: row.money?.currency ?? '',
    // A refund that failed or bounced may be late: the member gets the whole period again.
    at: row.at,
  };
}

/**
 * True if a member is premium as of row `n`, after `back.cents` of a payment went back; negative cents
 * are an undone refund or charge-back. `trades` must reach row `n`.
 */
export function isPremiumAt(
  trades: readonly LedgerRow[],
  n: number,
  back?: { payment: string; cents: number },
): boolean {
  const purchases = purchasesAt(trades, n);
  const purchase = back && purchases.get(back.payment);
  if (purchase) purchase.retainedCents -= back.cents;
  return isPremiumBy([...purchases.values()]);
}

/** The price of each payment as of row `n`, and the part of it that was neither refunded nor taken back. */
export function purchasesAt(trades: readonly LedgerRow[], n: number): Map<string, Retained> {
  const purchases = new Map<string, Retained>();
  for (const row of trades) {
    if (row.n > n) break;
    const cents = row.money?.cents ?? 0;
    const payment = paymentOf(row);
    const { paidCents, retainedCents } = purchases.get(payment) ?? { paidCents: 0, retainedCents: 0 };
    const isOut = row.kind === 'refund' || row.kind === 'chargeback';
    purchases.set(payment, {
      paidCents: paidCents + (row.kind === 'purchase' ? cents : 0),
      retainedCents: retainedCents + (isOut ? -cents : cents),
    });
  }
  return purchases;
}

/**
 * The refundable part of each payment as of row `n`, at which `purchased` credits were left. Never more than was retained
 * of its price: credits that came back after a dispute may round to one cent more.
 */
export function refundableAt(
  trades: readonly LedgerRow[],
  { n, purchased }: { n: number; purchased: number },
  when: Parameters<typeof refundable>[2],
): Refundable[] {
  const purchases = purchasesAt(trades, n);
  return refundable(lotsAt(trades, n), purchased, when)
    .map((one) => ({ ...one, cents: Math.min(one.cents, purchases.get(one.payment)?.retainedCents ?? 0) }))
    .filter(({ cents }) => cents > 0);
}

/** The payment of a purchase, a refund, a charge-back or its undoing. */
export function paymentOf(row: LedgerRow): string {
  const parts = row.key.split(':');
  return (row.kind === 'return' ? parts[2] : parts[1]) ?? '';
}

/** Number of refunds of a payment, including failed ones. */
export function roundsOf(trades: readonly LedgerRow[], payment: string): number {
  return trades.filter((row) => row.kind === 'refund' && paymentOf(row) === payment).length;
}
