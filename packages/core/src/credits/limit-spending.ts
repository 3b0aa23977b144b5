import { type getSpending as contract, type OutputOf, SPENDING_PERIODS } from '@heartline/contracts';
import {
  changeSpending,
  clientIdOf,
  countedIn,
  isLimiting,
  limitSpending as limitAccount,
  limitsAt,
  type Money,
  NO_LIMITS,
  pausedAt,
  periodsOf,
  type Spending,
  type SpendingPeriod,
  type SpendingWish,
  worthOfChange,
} from '@heartline/domain';
import type { Ids, Mongo } from '@heartline/platform';
import { accountAfter, type Ledger, type LedgerRow, ledgerContent } from './ledger.repository.ts';
import { lotsAt, readTrades } from './lots.ts';

export interface SpendingDeps {
  mongo: Mongo;
  ledger: Ledger;
  ids: Ids;
  now: number;
}

type SpendingView = OutputOf<typeof contract>;

const MAX_ROUNDS = 20;
/** Rows in one read while looking back to the beginning of the month. */
const STEP = 500;

/**
 * Sets a member's limits as a ledger row that moves no credits: every later hold is decided on it without
 * another read. Counts the spending of the running periods once, here. Returns false if too many concurrent
 * rows were written.
 */
export async function limitSpending(
  deps: SpendingDeps,
  member: string,
  wish: SpendingWish,
  zone: string,
): Promise<boolean> {
  const key = `limit:${deps.ids.uuid()}`;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const tail = await deps.ledger.freshTail(member);
    const known = tail?.spending ?? (await countedFrom(deps, member, zone));
    const appended = await deps.ledger.append<'moved'>(member, key, (last) => {
      if (last?.n !== tail?.n) return { refused: 'moved' };
      const next = changeSpending(known, wish, deps.now);
      const stored = isLimiting(next, deps.now) ? next : undefined;
      const reason = wish.limits === undefined ? 'pause' : 'limit';
      return { row: ledgerContent(limitAccount(accountAfter(last), stored), { reason, at: deps.now }) };
    });
    if (appended.outcome !== 'refused') return true;
  }
  return false;
}

/** A state without limits that has the spending of today, this week and this month. */
async function countedFrom(deps: SpendingDeps, member: string, zone: string): Promise<Spending> {
  const keys = periodsOf(zone, deps.now);
  const { spent } = await spentSoFar(deps, member, zone);
  const counted = (period: SpendingPeriod) => ({ key: keys[period], credits: spent[period].credits });
  return {
    zone,
    limits: NO_LIMITS,
    rises: {},
    pausedUntil: null,
    spent: { day: counted('day'), week: counted('week'), month: counted('month') },
  };
}

/** The member's limits and the spending of the running periods, in credits and in money. */
export async function getSpending(
  deps: SpendingDeps,
  member: string,
  siteZone: string,
): Promise<SpendingView> {
  const tail = await deps.ledger.freshTail(member);
  const state = tail?.spending;
  const zone = state?.zone ?? siteZone;
  const { spent } = await spentSoFar(deps, member, zone);
  const { now } = deps;
  const rise = (period: SpendingPeriod) => {
    const known = state?.rises[period];
    return known && known.from > now ? known : null;
  };
  const paused = state ? pausedAt(state, now) : null;
  const ends = state?.pauseEnds;
  return {
    limits: state ? limitsAt(state, now) : NO_LIMITS,
    rises: { day: rise('day'), week: rise('week'), month: rise('month') },
    pausedUntil: paused,
    pauseEnds: paused !== null && ends && ends.from > now ? ends : null,
    spent,
    zone,
  };
}

type Sum = { credits: number; money: Money[] };

/** Holds of the current day, week and month, less their returns. */
async function spentSoFar(
  deps: SpendingDeps,
  member: string,
  zone: string,
): Promise<{ spent: Record<SpendingPeriod, Sum> }> {
  const now = periodsOf(zone, deps.now);
  const rows = await rowsOfNow(deps, member, zone);
  const trades = await readTrades(deps.mongo, member);
  const spent: Record<SpendingPeriod, Sum> = {
    day: { credits: 0, money: [] },
    week: { credits: 0, money: [] },
    month: { credits: 0, money: [] },
  };
  const holds = new Map(rows.filter(isHold).map((row) => [clientIdOf(row), row]));
  for (const row of rows) {
    const hold = isHold(row) || isBack(row) ? holds.get(clientIdOf(row)) : undefined;
    if (!hold) continue;
    const then = countedIn(zone, hold);
    const before = row.purchasedAfter - row.purchased;
    const money = worthOfChange(lotsAt(trades, row.n), before, row.purchasedAfter);
    for (const period of SPENDING_PERIODS) {
      if (then[period] !== now[period]) continue;
      spent[period].credits -= row.purchased + row.bonus;
      spent[period].money = addMoney(spent[period].money, money);
    }
  }
  return { spent };
}

const isHold = (row: LedgerRow) => row.kind === 'hold';
const isBack = (row: LedgerRow) => (row.kind === 'void' || row.kind === 'return') && row.hold !== undefined;

function addMoney(sum: readonly Money[], more: readonly Money[]): Money[] {
  const cents = new Map(sum.map((one) => [one.currency, one.cents]));
  for (const one of more) cents.set(one.currency, (cents.get(one.currency) ?? 0) + one.cents);
  return [...cents].map(([currency, of]) => ({ currency, cents: of })).filter((one) => one.cents !== 0);
}

/** The member's rows since the running week and month began, oldest first. */
async function rowsOfNow(deps: SpendingDeps, member: string, zone: string): Promise<LedgerRow[]> {
  const now = periodsOf(zone, deps.now);
  const isOver = (at: number) => {
    const then = periodsOf(zone, at);
    return then.month !== now.month && then.week !== now.week;
  };
  const rows: LedgerRow[] = [];
  let last = (await deps.ledger.freshTail(member))?.n ?? 0;
  while (last > 0) {
    const step = await deps.ledger.range(member, Math.max(1, last - STEP + 1), last);
    rows.unshift(...step);
    const [first] = step;
    if (!first || isOver(first.at)) break;
    last = first.n - 1;
  }
  return rows;
}
