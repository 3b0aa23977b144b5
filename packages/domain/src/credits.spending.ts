import { SPENDING_PERIODS } from '@heartline/contracts';
import { dayIn } from './days.ts';

/**
 * Limits a member sets on their own spending. They live in the account that each ledger row leaves behind, so the row
 * that decides on a hold decides on them too, on exactly what stands before it, and whoever has none pays nothing.
 * A limit goes down at once and up only a day later: who set it in a clear moment is not undone by a weak one.
 */
export type SpendingPeriod = (typeof SPENDING_PERIODS)[number];
const LONGEST_FIRST = SPENDING_PERIODS.toReversed();

/** Credits a period may take; null where nothing is limited. */
export type SpendingLimits = Readonly<Record<SpendingPeriod, number | null>>;

export interface Spending {
  /** Zone in which days, weeks (from Monday) and months begin. */
  zone: string;
  limits: SpendingLimits;
  /** Rises on their way: what a limit becomes from `from` on. */
  rises: Readonly<Partial<Record<SpendingPeriod, { to: number | null; from: number }>>>;
  /** Nothing is spent before this time. */
  pausedUntil: number | null;
  /** An earlier end of the pause on its way. */
  pauseEnds?: { at: number | null; from: number } | undefined;
  /** Credits spent in the period `key` names, less what came back in it. */
  spent: Readonly<Record<SpendingPeriod, { key: string; credits: number }>>;
}

/** The day, week and month that a price was counted in, by their keys. */
export type CountedPeriods = Readonly<Record<SpendingPeriod, string>>;

export const NO_LIMITS: SpendingLimits = { day: null, week: null, month: null };

/** How long a rise waits. */
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

/** The limits in force at a time: rises whose day has come are in. */
export function limitsAt(spending: Pick<Spending, 'limits' | 'rises'>, now: number): SpendingLimits {
  return mapPeriods((period) => {
    const rise = spending.rises[period];
    return rise && rise.from <= now ? rise.to : spending.limits[period];
  });
}

/** Until when spending is paused at a time; null when it is not. */
export function pausedAt(spending: Pick<Spending, 'pausedUntil' | 'pauseEnds'>, now: number): number | null {
  const { pausedUntil, pauseEnds } = spending;
  const until = pauseEnds && pauseEnds.from <= now ? pauseEnds.at : pausedUntil;
  return until !== null && until > now ? until : null;
}

/** When a pause that runs at a time will be over, an earlier end on its way included; null where none runs. */
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
    // Another gateway's clock may be ahead: a period that began there has begun.
    return key >= keys[period] ? credits : 0;
  });
}

/**
 * Why a price may not be spent now, by what the member set; nothing when it may. Of several limits the one of the longest
 * period: it is what the member waits for.
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

/** No period is longer; and zones change on the minute. */
const LONGEST_MS = 32 * DAY_MS;
const MINUTE_MS = 60_000;

/** When periods begin, and when rises on their way hold; null where none is. */
interface Times {
  zone: string;
  rises: Readonly<Partial<Record<SpendingPeriod, { from: number } | null>>>;
}

/** When a price that a limit refuses now may be spent: with the next period, or with a rise that comes before. */
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

/** More rises and periods than can follow one another. */
const MOST_STEPS = 7;

/** When a price that limits refuse now may be spent, with regard to all of them. */
export function refusedUntil(spending: Spending, credits: number, now: number): number {
  let until = now;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const refused = spendingRefused(spending, credits, until);
    if (typeof refused !== 'object') break;
    until = limitedUntil(spending, refused.period, until);
  }
  return until;
}

/** When what a member may spend next changes by itself: a day begins, a rise holds, or a pause is over. */
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
 * The periods under which something spent at a time is counted: those it was counted under when it was spent, which may
 * be the next ones where another gateway's clock was ahead; of what was spent without limits, those of its time.
 */
export function countedIn(
  zone: string,
  { at = 0, counted }: { at?: number; counted?: CountedPeriods | undefined },
): CountedPeriods {
  return counted ?? periodsOf(zone, at);
}

/** The state after credits came back: they count no more where the periods they were counted in still run. */
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

/** What a member wishes for: the limits, until when nothing shall be spent, or both. What is left out stays as it is. */
export interface SpendingWish {
  limits?: SpendingLimits | undefined;
  pausedUntil?: number | null | undefined;
}

/** The state after a wish: lower at once, higher and sooner only after a day. The same wish again changes nothing. */
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
  // What waited may not be for less of a pause than what is wished for now.
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

/** Whether there is anything left to keep: without a limit, a rise and a pause the state is dropped. */
export function isLimiting(spending: Spending, now: number): boolean {
  const limits = limitsAt(spending, now);
  const hasLimit = SPENDING_PERIODS.some((period) => limits[period] !== null);
  return hasLimit || pausedAt(spending, now) !== null;
}
