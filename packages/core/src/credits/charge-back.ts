import { creditsChanged } from '@heartline/contracts';
import { chargeback, disputedPart, undoChargeback } from '@heartline/domain';
import { balanceAfter } from './balance-after.ts';
import { accountAfter, type LedgerRow, ledgerContent } from './ledger.repository.ts';
import {
  chargebackKey,
  isPremiumAt,
  lotsAt,
  lotsOf,
  paymentOf,
  purchasesAt,
  readTrades,
  wonKey,
} from './lots.ts';
import { begunAsFree, type RefundDeps } from './refund-purchase.ts';

/** Money of a payment that the payer’s bank took back. */
export interface Chargeback {
  payment: string;
  /** Names the dispute among those of the payment. */
  dispute: string;
  /** The amount that the bank took; null for the whole payment. */
  cents: number | null;
  /** Key of the words on the statement. */
  reason: 'dispute' | 'debit_returned';
}

/** A round fails only if another row of the same member came first. */
const MAX_ROUNDS = 50;

/**
 * Takes the credits of a payment whose money a bank took back, once for each dispute. Those are the credits that were
 * neither refunded nor taken before, or their share of a partial dispute; the rest of the balance becomes debt.
 *
 * Returns the row, also one of 0 credits; undefined if the payment granted nothing.
 */
export async function chargeBack(
  deps: RefundDeps,
  member: string,
  taken: Chargeback,
): Promise<LedgerRow | undefined> {
  const key = chargebackKey(taken.payment, taken.dispute);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const existing = await deps.ledger.find(member, key);
    if (existing) return publish(deps, existing);
    const last = await deps.ledger.freshTail(member);
    const trades = await readTrades(deps.mongo, member);
    const part = last && partOf(trades, last.n, taken);
    if (!part) return undefined;
    const { credits, ...money } = part;
    const endsPremium = last.premium && !isPremiumAt(trades, last.n, { ...taken, cents: money.cents });
    const asFree = endsPremium ? await begunAsFree(deps, member) : undefined;
    const appended = await deps.ledger.append<'moved'>(member, key, (tail) => {
      if (tail?.n !== last.n) return { refused: 'moved' };
      const change = chargeback(accountAfter(tail), credits, asFree);
      return { row: ledgerContent(change, { reason: taken.reason, at: deps.now, money }) };
    });
    if (appended.outcome !== 'refused') return publish(deps, appended.row);
  }
  throw new Error('charge-back not written: too many concurrent ledger rows');
}

/** The credits and the money that a charge-back takes as of row `n`. */
function partOf(trades: readonly LedgerRow[], n: number, { payment, cents }: Chargeback) {
  const purchase = trades.find((row) => row.kind === 'purchase' && paymentOf(row) === payment);
  if (!purchase || purchase.n > n) return undefined;
  const left = purchasesAt(trades, n).get(payment)?.retainedCents ?? 0;
  const wish = { cents: cents ?? Math.max(left, 1), left };
  const part = disputedPart(lotsOf(lotsAt(trades, n), payment), wish);
  return { ...part, currency: purchase.money?.currency ?? '' };
}

/**
 * Returns the credits of a charge-back, once, and premium if it ended with it. They pay a debt first. Returns undefined if
 * there was no charge-back.
 */
export async function undoChargeBack(
  deps: RefundDeps,
  member: string,
  { payment, dispute, reason }: Pick<Chargeback, 'payment' | 'dispute'> & { reason: string },
): Promise<LedgerRow | undefined> {
  const taken = await deps.ledger.find(member, chargebackKey(payment, dispute));
  if (!taken) return undefined;
  const { purchased, debt = 0, money } = taken;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const n = (await deps.ledger.freshTail(member))?.n ?? 0;
    const trades = await readTrades(deps.mongo, member);
    const premium = isPremiumAt(trades, n, { payment, cents: -(money?.cents ?? 0) });
    const appended = await deps.ledger.append<'moved'>(member, wonKey(payment, dispute), (tail) => {
      if (tail?.n !== n) return { refused: 'moved' };
      const change = undoChargeback(accountAfter(tail), { purchased, debt }, premium);
      return { row: ledgerContent(change, { reason, at: deps.now, ...(money && { money }) }) };
    });
    if (appended.outcome !== 'refused') return publish(deps, appended.row);
  }
  throw new Error('charge-back not undone: too many concurrent ledger rows');
}

/** The cents that a charge-back took, and those left of its payment now; undefined without its row. */
export async function findChargeBack(
  { mongo, ledger }: Pick<RefundDeps, 'mongo' | 'ledger'>,
  member: string,
  { payment, dispute }: Pick<Chargeback, 'payment' | 'dispute'>,
): Promise<{ takenCents: number; leftCents: number } | undefined> {
  const row = await ledger.find(member, chargebackKey(payment, dispute));
  if (!row) return undefined;
  const purchases = purchasesAt(await readTrades(mongo, member), Number.POSITIVE_INFINITY);
  return { takenCents: row.money?.cents ?? 0, leftCents: purchases.get(payment)?.retainedCents ?? 0 };
}

/** Also for an existing row: the first call may have crashed before this event. */
async function publish({ publisher }: RefundDeps, row: LedgerRow): Promise<LedgerRow> {
  await publisher.durable(row.owner, creditsChanged, balanceAfter(row));
  return row;
}
