import type { LanderFigures, LanderSplit } from '@heartline/contracts';
import { dayOf, isCalendarDay, shareOf } from '@heartline/domain';
import type { LanderSignUp } from '../../accounts/index.ts';
import type { CoreDeps } from '../../core-deps.ts';
import type { Paid } from '../../payments/index.ts';
import type { Outcome } from '../../site/change-site.ts';
import { countVisits } from './count-visits.ts';
import { type VisitFacts, visitDaysOf } from './lander.model.ts';

/** The wanted figures: the first and the last UTC day (default: the 30 days until today), and a filter. */
export interface WantedStats {
  from?: string | undefined;
  to?: string | undefined;
  by?: LanderSplit | undefined;
  lander?: string | undefined;
  slug?: string | undefined;
}

/** Part and whole of each rate. */
const RATES = {
  start: ['starts', 'views'],
  signUp: ['signUps', 'views'],
  activation: ['activated', 'signUps'],
  purchase: ['buyers', 'signUps'],
} as const;

type Counts = Omit<LanderFigures, 'of' | 'revenue' | 'rates'>;

/** Sign-ups and payments, which later features own. */
export interface LanderHooks {
  signUps(site: string, time: { from: number; until: number }): AsyncIterable<LanderSignUp[]>;
  /** Payments of these members; only buyers are in it. */
  paidBy(members: readonly string[]): Promise<ReadonlyMap<string, Paid>>;
}

const DAY_MS = 86_400_000;

/** The columns that name a row. */
const NAMES: Readonly<Record<LanderSplit | 'lander', readonly (keyof LanderFigures['of'])[]>> = {
  lander: ['lander'],
  slug: ['lander', 'slug'],
  variant: ['lander', 'slug', 'variant'],
  network: ['network'],
  ref: ['network', 'ref'],
  country: ['country'],
  locale: ['locale'],
};

/** Figures of a span of UTC days. */
export interface StatsOfSpan {
  from: string;
  to: string;
  rows: LanderFigures[];
}

const DEFAULT_DAYS = 30;
const MOST_DAYS = 1_000;

/**
 * The figures of landers for a span of days: visits of those days, and members who signed up in them. A member's later
 * activation and purchases count too. Visits are counted first, so that none is missing.
 */
export async function landerStats(
  deps: Pick<CoreDeps, 'mongo' | 'clock'>,
  hooks: LanderHooks,
  site: string,
  wanted: WantedStats,
): Promise<Outcome<StatsOfSpan>> {
  const span = spanOf(wanted, deps.clock.now());
  if ('problem' in span) return span;
  const { from, to } = span.done;
  await countVisits(deps);
  const rows = new Rows(NAMES[wanted.by ?? 'lander']);
  const isWanted = ({ lander, slug }: Pick<VisitFacts, 'lander' | 'slug'>) =>
    (wanted.lander ?? lander) === lander && (wanted.slug ?? slug) === slug;
  for (let day = from; day <= to; day = nextDay(day)) {
    for (const visits of await visitDaysOf(deps.mongo).find({ site, day }).toArray()) {
      if (isWanted(visits)) addVisits(rows.of(visits), visits);
    }
  }
  for await (const some of hooks.signUps(site, { from: Date.parse(from), until: Date.parse(nextDay(to)) })) {
    const signUps = some.filter(isWanted);
    if (signUps.length === 0) continue;
    const paid = await hooks.paidBy(signUps.map(({ member }) => member));
    for (const one of signUps) addSignUp(rows.of(one), one, paid.get(one.member));
  }
  return { done: { from, to, rows: rows.all() } };
}

const nextDay = (day: string) => dayOf(Date.parse(day) + DAY_MS);

/** The wanted days, or a sentence that says what is wrong with them. */
function spanOf(wanted: WantedStats, now: number): Outcome<{ from: string; to: string }> {
  const wrong = [wanted.from, wanted.to].find((day) => day !== undefined && !isCalendarDay(day));
  if (wrong !== undefined) return { problem: `"${wrong}" is no day: write it as 2026-11-01.` };
  const { to = dayOf(now) } = wanted;
  const { from = dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS) } = wanted;
  if (from > to) return { problem: `The first day, ${from}, is after the last one, ${to}.` };
  if (Date.parse(to) - Date.parse(from) > MOST_DAYS * DAY_MS)
    return { problem: `More than ${MOST_DAYS} days can't be shown at once.` };
  return { done: { from, to } };
}

interface Row extends Counts {
  of: LanderFigures['of'];
  cents: Map<string, number>;
}

/** The rows of one answer by their names. */
class Rows {
  readonly #names: readonly (keyof LanderFigures['of'])[];
  readonly #rows = new Map<string, Row>();

  constructor(names: readonly (keyof LanderFigures['of'])[]) {
    this.#names = names;
  }

  of(facts: VisitFacts): Row {
    const of = Object.fromEntries(this.#names.map((name) => [name, facts[name]]));
    const key = JSON.stringify(of);
    const row = this.#rows.get(key) ?? emptyRow(of);
    this.#rows.set(key, row);
    return row;
  }

  all(): LanderFigures[] {
    return [...this.#rows]
      .toSorted(([a, one], [b, other]) => other.views - one.views || (a < b ? -1 : 1))
      .map(([, row]) => finished(row));
  }
}

const emptyRow = (of: Row['of']): Row => ({
  of,
  views: 0,
  starts: 0,
  swipes: 0,
  signUps: 0,
  activated: 0,
  buyers: 0,
  cents: new Map(),
});

function addVisits(row: Row, { views, starts, swipes }: Pick<Counts, 'views' | 'starts' | 'swipes'>): void {
  row.views += views;
  row.starts += starts;
  row.swipes += swipes;
}

function addSignUp(row: Row, { isActivated }: LanderSignUp, paid: Paid | undefined): void {
  row.signUps += 1;
  if (isActivated) row.activated += 1;
  if (paid) row.buyers += 1;
  for (const [currency, cents] of paid ?? []) row.cents.set(currency, (row.cents.get(currency) ?? 0) + cents);
}

function finished({ cents, ...row }: Row): LanderFigures {
  const rates = Object.entries(RATES).map(([name, [part, whole]]) => [name, shareOf(row[part], row[whole])]);
  return {
    ...row,
    revenue: [...cents]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sum]) => ({ currency, cents: sum })),
    rates: Object.fromEntries(rates) as LanderFigures['rates'],
  };
}
