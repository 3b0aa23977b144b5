import { creditsChanged, type Refusal } from '@heartline/contracts';
import {
  type Begun,
  countedAsFree,
  type Refundable,
  type RefundPeriod,
  refundCredits,
  undoRefund,
} from '@heartline/domain';
import type { Clock, Mongo, Publisher } from '@heartline/platform';
import { balanceAfter } from './balance-after.ts';
import { accountAfter, LEDGER, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';
import { isPremiumAt, readTrades, refundableAt, refundKey, roundsOf, undoneKey } from './lots.ts';

export interface RefundDeps {
  mongo: Mongo;
  ledger: Ledger;
  publisher: Publisher;
  clock: Clock;
  now: number;
}

/** The refund available for one payment, as of row `n` of the ledger. */
export interface Offer extends Refundable {
  turn: number;
  /** True if less than half of the price of each purchase would remain paid. */
  endsPremium: boolean;
}

/** A round fails only if another row of the same member came first. */
const MAX_ROUNDS = 20;

/** Every refund the member can request now. */
export async function refundOffers(
  deps: Pick<RefundDeps, 'mongo' | 'ledger' | 'now'>,
  member: string,
  period: RefundPeriod,
): Promise<{ offers: Offer[]; n: number }> {
  const tail = await deps.ledger.freshTail(member);
  if (!tail) return { offers: [], n: 0 };
  const trades = await readTrades(deps.mongo, member);
  const at = { n: tail.n, purchased: tail.purchasedAfter };
  const offers = refundableAt(trades, at, { period, now: deps.now }).map((one) => ({
    ...one,
    turn: roundsOf(trades, one.payment) + 1,
    endsPremium: tail.premium && !isPremiumAt(trades, tail.n, one),
  }));
  return { offers, n: tail.n };
}

/**
 * Takes the credits of a refund out of the ledger, once, before any money is returned: from here on they
 * cannot be spent. The caller publishes the balance; repeating the same refund finds its row.
 *
 * - Decided on exactly the row the offer was based on. A concurrent message comes before it and changes the
 *   offer, or comes after it and finds the credits gone.
 * - No row is written after `decideBy`: a stalled caller may be abandoned by then, and its credits would
 *   never be paid out (`UNAVAILABLE`).
 */
export async function takeRefund(
  deps: RefundDeps,
  member: string,
  wish: Wish & { period: RefundPeriod; decideBy: number },
): Promise<LedgerRow | Refusal> {
  const key = refundKey(wish.payment, wish.turn);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const existing = await deps.ledger.find(member, key);
    if (existing) return existing;
    const { offers, n } = await refundOffers(deps, member, wish.period);
    const offer = offers.find(({ payment, turn }) => payment === wish.payment && turn === wish.turn);
    if (!offer || !isAsOffered(offer, wish)) {
      // The same refund in another tab may have caused the change.
      return (await deps.ledger.find(member, key)) ?? { code: 'REFUND_CHANGED' };
    }
    const asFree = offer.endsPremium ? await begunAsFree(deps, member) : undefined;
    const appended = await deps.ledger.append<'moved' | 'late'>(member, key, (tail) => {
      if (deps.clock.now() > wish.decideBy) return { refused: 'late' };
      const change = refundCredits(accountAfter(tail), wish.credits, asFree);
      if (tail?.n !== n || change === 'NOT_ENOUGH_CREDITS') return { refused: 'moved' };
      const money = { cents: offer.cents, currency: offer.currency };
      return { row: ledgerContent(change, { reason: 'refund', at: deps.now, money }) };
    });
    if (appended.outcome !== 'refused') return appended.row;
    if (appended.refused === 'late') break;
  }
  return { code: 'UNAVAILABLE' };
}

/** A refund in the terms offered to the member. */
interface Wish {
  payment: string;
  turn: number;
  credits: number;
  cents: number;
  /** True if the member was warned that premium ends with it; undefined if unknown. */
  endsPremium?: boolean | undefined;
}

/** True if the member gets the agreed amounts, and loses premium only after a warning. */
function isAsOffered(offer: Offer, { credits, cents, endsPremium = true }: Wish): boolean {
  return offer.credits === credits && offer.cents === cents && (endsPremium || !offer.endsPremium);
}

/** Conversations that count as if the member had been free since they last became premium. */
export async function begunAsFree(
  { mongo, ledger }: Pick<RefundDeps, 'mongo' | 'ledger'>,
  member: string,
): Promise<Begun> {
  const trades = await readTrades(mongo, member);
  const since = trades.findLast((row, at) => row.premium && !trades[at - 1]?.premium)?.n ?? 1;
  const before = since > 1 ? (await ledger.range(member, since - 1, since - 1))[0] : undefined;
  const rows = await mongo.connection
    .collection<LedgerRow>(LEDGER)
    .find({ owner: member, kind: { $in: ['hold', 'void', 'return'] } })
    .sort({ n: 1 })
    .toArray();
  return countedAsFree(accountAfter(before), rows, since);
}

/**
 * Returns the credits of a refund that the provider did not carry out, once, and premium if it ended with
 * that. Also publishes the balance of an earlier return: that call may have crashed before its event.
 */
export async function undoTakenRefund(
  deps: RefundDeps,
  member: string,
  refund: { payment: string; turn: number },
): Promise<LedgerRow | undefined> {
  const taken = await deps.ledger.find(member, refundKey(refund.payment, refund.turn));
  if (!taken) return undefined;
  const row = await appendUndoing(deps, taken, refund);
  await deps.publisher.durable(member, creditsChanged, balanceAfter(row));
  return row;
}

async function appendUndoing(
  { mongo, ledger, now }: RefundDeps,
  taken: LedgerRow,
  { payment, turn }: { payment: string; turn: number },
): Promise<LedgerRow> {
  const { owner, purchased, money } = taken;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const n = (await ledger.freshTail(owner))?.n ?? 0;
    const cents = -(money?.cents ?? 0);
    const premium = isPremiumAt(await readTrades(mongo, owner), n, { payment, cents });
    const appended = await ledger.append<'moved'>(owner, undoneKey(payment, turn), (tail) => {
      if (tail?.n !== n) return { refused: 'moved' };
      const change = undoRefund(accountAfter(tail), -purchased, premium);
      return { row: ledgerContent(change, { reason: 'refund_failed', at: now, ...(money && { money }) }) };
    });
    if (appended.outcome !== 'refused') return appended.row;
  }
  throw new Error('refund not undone: too many concurrent ledger rows');
}
