import { SPENDING_PERIODS } from '@heartline/contracts';
import { dayIn } from './days.ts';

/**
 * Limits a member sets on their own spending. They are part of the account after each ledger row, so one conditional
 * write decides on credits and limits together. A limit falls at once and rises a day later, against impulse spending.
 */
export type SpendingPeriod = (typeof SPENDING_PERIODS)[number];
const LONGEST_FIRST = SPENDING_PERIODS.toReversed();

/** The most credits to spend in a period; null without a limit. */
export type SpendingLimits = Readonly<Record<SpendingPeriod, number | null>>;

export interface Spending {
  /** Zone in which days, weeks (from Monday) and months begin. */
  zone: string;
  limits: SpendingLimits;
  /** Pending rises: the limit that holds from `from` on. */
  rises: Readonly<Partial<Record<SpendingPeriod, { to: number | null; from: number }>>>;
  /** Nothing is spent before this time. */
  pausedUntil: number | null;
  /** A pending earlier end of the pause. */
  pauseEnds?: { at: number | null; from: number } | undefined;
  /** Credits spent in the period named by `key`, less those returned. */
  spent: Readonly<Record<SpendingPeriod, { key: string; credits: number }>>;
}

/** The keys of the day, week and month a price was counted in. */
export type CountedPeriods = Readonly<Record<SpendingPeriod, string>>;

export const NO_LIMITS: SpendingLimits = { day: null, week: null, month: null };

/** A rise takes effect after this time. */
export const RISE_WAIT_MS = 86_400_000;

const DAY_MS = 86_400_000;
/** The day, week and month of a time: `2026-11-21`, the Monday of its week, `2026-11`. */
export function periodsOf(zone: string, at: number): Record<SpendingPeriod, string> {
  const day = dayIn(zone, at);
  const noon = Date.parse(`${day}T12:00:00Z`);
  const sinceMonday = (new Date(noon).getUTCDay() + 6) % 7;
  const monday = new Date(noon - sinceMonday * DAY_MS).toISOString().slice(0, 10);
  return { day, week: monday, month: day.slice(0, 7) };
}

/** The limits in force at a time, with the rises that took effect. */
export function limitsAt(spending: Pick<Spending, 'limits' | 'rises'>, now: number): SpendingLimits {
  return mapPeriods((period) => {
    const rise = spending.rises[period];
    return rise && rise.from <= now ? rise.to : spending.limits[period];
  });
}

/** The end of the pause that is in force at a time; null without one. */
export function pausedAt(spending: Pick<Spending, 'pausedUntil' | 'pauseEnds'>, now: number): number | null {
  const { pausedUntil, pauseEnds } = spending;
  const until = pauseEnds && pauseEnds.from <= now ? pauseEnds.at : pausedUntil;
  return until !== null && until > now ? until : null;
}

/** The end of the current pause, a pending earlier end included; null without a pause. */
export function pauseOver(spending: Pick<Spending, 'pausedUntil' | 'pauseEnds'>, now: number): number | null {
  const until = pausedAt(spending, now);
  const { pauseEnds } = spending;
  if (until === null || !pauseEnds || pauseEnds.from <= now) return until;
  return Math.min(until, Math.max(pauseEnds.from, pauseEnds.at ?? 0));
}

/** Credits spent in the day, week and month of a time. */
export function spentAt(
  spending: Pick<Spending, 'zone' | 'spent'>,
  now: number,
): Record<SpendingPeriod, number> {
  const keys = periodsOf(spending.zone, now);
  return mapPeriods((period) => {
    const { key, credits } = spending.spent[period];
    // Another gateway’s clock may be ahead. A period that it started stays started.
    return key >= keys[period] ? credits : 0;
  });
}

/**
 * The reason why the member’s own limits refuse a price now; undefined if they allow it. Of several limits it names the
 * one with the longest period, since the member has to wait for that one.
 */
export function spendingRefused(
  spending: Spending,
  credits: number,
  now: number,
): { period: SpendingPeriod; limit: number } | 'paused' | undefined {
  if (credits <= 0) return undefined;
  if (pausedAt(spending, now) !== null) return 'paused';
  const limits = limitsAt(spending, now);
  const spent = spentAt(spending, now);
  for (const period of LONGEST_FIRST) {
    const limit = limits[period];
    if (limit !== null && spent[period] + credits > limit) return { period, limit };
  }
  return undefined;
}

/** No period is longer; time zones change on the minute. */
const LONGEST_MS = 32 * DAY_MS;
const MINUTE_MS = 60_000;

/** Start of the next periods, and of pending rises; null without one. */
interface Times {
  zone: string;
  rises: Readonly<Partial<Record<SpendingPeriod, { from: number } | null>>>;
}

/** The time when a refused price fits one limit: the next period, or an earlier rise. */
export function limitedUntil(spending: Times, period: SpendingPeriod, now: number): number {
  const { zone } = spending;
  const running = periodsOf(zone, now)[period];
  let [last, next] = [Math.floor(now / MINUTE_MS), Math.floor((now + LONGEST_MS) / MINUTE_MS)];
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (periodsOf(zone, middle * MINUTE_MS)[period] === running) last = middle;
    else next = middle;
  }
  const rise = spending.rises[period]?.from ?? 0;
  return rise > now ? Math.min(rise, next * MINUTE_MS) : next * MINUTE_MS;
}

/** A bound above the number of rises and periods that can follow one another. */
const MOST_STEPS = 7;

/** The time when a refused price fits all limits. */
export function refusedUntil(spending: Spending, credits: number, now: number): number {
  let until = now;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const refused = spendingRefused(spending, credits, until);
    if (typeof refused !== 'object') break;
    until = limitedUntil(spending, refused.period, until);
  }
  return until;
}

/** The next time the spendable amount changes by itself: a new day, a rise, or the end of a pause. */
export function spendingChanges(
  spending: Times & Pick<Spending, 'pausedUntil' | 'pauseEnds'>,
  now: number,
): number {
  const allowed = SPENDING_PERIODS.map((period) => limitedUntil(spending, period, now));
  return Math.min(...allowed, pauseOver(spending, now) ?? Number.POSITIVE_INFINITY);
}

/** The state after `credits` were spent at `now`. */
export function spend(spending: Spending, credits: number, now: number): Spending {
  const keys = periodsOf(spending.zone, now);
  const before = spentAt(spending, now);
  return {
    ...spending,
    spent: mapPeriods((period) => {
      const { key } = spending.spent[period];
      return { key: key > keys[period] ? key : keys[period], credits: before[period] + credits };
    }),
  };
}

/**
 * The periods a price is counted in. A price spent under limits keeps its recorded periods, which another gateway’s clock
 * may have put into the next ones. Any other price belongs to the periods of its time.
 */
export function countedIn(
  zone: string,
  { at = 0, counted }: { at?: number; counted?: CountedPeriods | undefined },
): CountedPeriods {
  return counted ?? periodsOf(zone, at);
}

/** The state after a return: the credits no longer count in those of their periods that still run. */
export function unspend(spending: Spending, credits: number, keys: CountedPeriods): Spending {
  return {
    ...spending,
    spent: mapPeriods((period) => {
      const counted = spending.spent[period];
      if (counted.key !== keys[period]) return counted;
      return { key: counted.key, credits: Math.max(0, counted.credits - credits) };
    }),
  };
}

/** A member’s request: new limits, an end of a pause, or both. Omitted parts stay unchanged. */
export interface SpendingWish {
  limits?: SpendingLimits | undefined;
  pausedUntil?: number | null | undefined;
}

/** The state after a request: stricter at once, looser only after a day. Repeating a request changes nothing. */
export function changeSpending(
  spending: Spending,
  { limits, pausedUntil }: SpendingWish,
  now: number,
): Spending {
  return {
    ...spending,
    ...(limits && changeLimits(spending, limits, now)),
    ...(pausedUntil !== undefined && changePause(spending, pausedUntil, now)),
  };
}

function changeLimits(
  spending: Spending,
  wish: SpendingLimits,
  now: number,
): Pick<Spending, 'limits' | 'rises'> {
  const limits = limitsAt(spending, now);
  const next: Record<SpendingPeriod, number | null> = { ...limits };
  const rises: Partial<Record<SpendingPeriod, { to: number | null; from: number }>> = {};
  for (const period of SPENDING_PERIODS) {
    const wanted = wish[period];
    if (!isHigher(wanted, limits[period])) {
      next[period] = wanted;
      continue;
    }
    const known = spending.rises[period];
    const isKnown = known !== undefined && !isHigher(wanted, known.to);
    rises[period] = { to: wanted, from: isKnown ? known.from : now + RISE_WAIT_MS };
  }
  return { limits: next, rises };
}

function changePause(
  spending: Spending,
  wanted: number | null,
  now: number,
): Pick<Spending, 'pausedUntil' | 'pauseEnds'> {
  const paused = pausedAt(spending, now);
  const asked = wanted !== null && wanted > now ? wanted : null;
  if (paused === null || (asked !== null && asked >= paused)) {
    return { pausedUntil: asked, pauseEnds: undefined };
  }
  const known = spending.pauseEnds;
  // A pending end of the pause must not be earlier than the one requested now.
  const isKnown = known !== undefined && (known.at === null || (asked !== null && asked >= known.at));
  const from = isKnown ? known.from : now + RISE_WAIT_MS;
  return { pausedUntil: paused, pauseEnds: { at: asked, from } };
}

function isHigher(one: number | null, than: number | null): boolean {
  if (than === null) return false;
  return one === null || one > than;
}

function mapPeriods<Value>(of: (period: SpendingPeriod) => Value): Record<SpendingPeriod, Value> {
  return { day: of('day'), week: of('week'), month: of('month') };
}

/** True while there is a limit, a rise or a pause; otherwise the state is dropped. */
export function isLimiting(spending: Spending, now: number): boolean {
  const limits = limitsAt(spending, now);
  const hasLimit = SPENDING_PERIODS.some((period) => limits[period] !== null);
  return hasLimit || pausedAt(spending, now) !== null;
}
