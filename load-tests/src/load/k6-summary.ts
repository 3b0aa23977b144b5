interface Group {
  checks: Check[];
  groups: Group[];
}

export interface Check {
  name: string;
  passes: number;
  fails: number;
}

interface Metric {
  type: string;
  values: Record<string, number>;
  thresholds?: Record<string, { ok: boolean }>;
}

/** The argument of `handleSummary` in k6: the fields used here. */
export interface K6Summary {
  root_group: Group;
  metrics: Record<string, Metric>;
}

/**
 * A figure of a run. `slices` has the same figure for each slice of the run, if it was kept. For a latency, `beyond` is
 * the number of slower values: half of all for p50, one in a hundred for p99.
 */
export interface Figure {
  name: string;
  unit: string;
  better: 'higher' | 'lower';
  value: number;
  slices?: number[];
  beyond?: number;
}

export interface Rule {
  metric: string;
  rule: string;
  ok: boolean;
}

/** The name in k6, the name here, and the percentage of slower values. */
const STATS = [
  ['med', 'p50', 50],
  ['p(95)', 'p95', 5],
  ['p(99)', 'p99', 1],
] as const;
/** Lateness of the generator: it makes a run void and is never the app's fault. */
export const LATE = 'generator_late_ms';
/** Counters where fewer is better or zero is required. */
const BAD =
  /duplicate|told_again|missing|out_of_order|refused|put_off|unanswered|expired|unseen|reconnected|dropped|gaps|fetched_only|misrouted/;
const OURS =
  /^(messages?_|socket|sockets_|read_|typing_|receipts?_|signals_|calls?_|purchase|generator_|dropped_)/;

/** The rule that only makes k6 keep a slice. */
const ALWAYS = 'p(99)>=0';

/** All our figures: counters, and latencies as p50, p95 and p99. */
export function figuresOf(summary: K6Summary): Figure[] {
  return Object.entries(summary.metrics).flatMap(([name, metric]): Figure[] => {
    if (!OURS.test(name) || name.includes('{')) return [];
    const better = BAD.test(name) ? ('lower' as const) : ('higher' as const);
    if (metric.type === 'counter') return [{ name, unit: '', better, value: metric.values['count'] ?? 0 }];
    if (metric.type !== 'trend' || metric.values['count'] === 0) return [];
    const { count } = metric.values;
    return STATS.map(([stat, label, slower]) => {
      const slices = slicesOf(summary, name, stat).filter((value) => value !== undefined);
      return {
        name: `${name}, ${label}`,
        unit: 'ms',
        better: 'lower' as const,
        value: metric.values[stat] ?? Number.NaN,
        ...(slices.length > 0 ? { slices } : {}),
        ...(count === undefined ? {} : { beyond: Math.floor((count * slower) / 100) }),
      };
    });
  });
}

/** A latency with its figures in one row. */
export interface Trend {
  name: string;
  values: Partial<Record<(typeof STATS)[number][1], number>>;
}

/** Figures in reading order: messages first, the generator last. k6 lists them in any order. */
export function inOrder(figures: readonly Figure[]): { counters: Figure[]; trends: Trend[] } {
  const sorted = asRead(figures);
  const trends = new Map<string, Trend>();
  for (const { name, value } of sorted) {
    const [metric = name, stat] = name.split(', ');
    if (!stat) continue;
    const trend = trends.get(metric) ?? { name: metric, values: {} };
    trends.set(metric, { name: metric, values: { ...trend.values, [stat]: value } });
  }
  return { counters: sorted.filter(({ name }) => !name.includes(',')), trends: [...trends.values()] };
}

/** The same order as one column. */
export function asRead(figures: readonly Figure[]): Figure[] {
  return [...figures].sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
}

const FIRST = ['message', 'read', 'receipt', 'typing', 'signals', 'socket', 'call', 'purchase'];

function rank(name: string): number {
  const place = FIRST.findIndex((start) => name.startsWith(start));
  return place === -1 ? FIRST.length : place;
}

/** A statistic of a latency per slice of the run; undefined where no value exists. */
export function slicesOf({ metrics }: K6Summary, name: string, stat: string): (number | undefined)[] {
  const found: (number | undefined)[] = [];
  for (let slice = 0; ; slice += 1) {
    const metric = metrics[`${name}{slice:${slice}}`];
    if (!metric) return found;
    found.push((metric.values['count'] ?? 0) > 0 ? (metric.values[stat] ?? 0) : undefined);
  }
}

/**
 * The summary of k6 with only the rules that judge a run. Rules of slices always hold and prove nothing, and a late
 * generator is not the app's fault.
 */
export function asJudged(summary: K6Summary): K6Summary {
  const asked = (metric: Metric) => Object.keys(metric.thresholds ?? {}).some((rule) => rule !== ALWAYS);
  return {
    ...summary,
    metrics: Object.fromEntries(
      Object.entries(summary.metrics).flatMap(([name, metric]) => {
        if (name === LATE) return [[name, { ...metric, thresholds: {} }]];
        if (!name.includes('{slice:')) return [[name, metric]];
        if (!asked(metric)) return [];
        const thresholds = Object.entries(metric.thresholds ?? {}).filter(([rule]) => rule !== ALWAYS);
        return [[name, { ...metric, thresholds: Object.fromEntries(thresholds) }]];
      }),
    ),
  };
}

/**
 * Every rule with its verdict, without those that only make k6 keep a slice. For a latency without values k6 says that
 * any limit holds: these are `saidNothing`.
 */
export function rulesOf({ metrics }: K6Summary): { rules: Rule[]; saidNothing: Rule[] } {
  const of = (isMeasured: boolean) =>
    Object.entries(metrics)
      .filter(([, { type, values }]) => (type !== 'trend' || values['count'] !== 0) === isMeasured)
      .flatMap(([metric, { thresholds = {} }]) =>
        Object.entries(thresholds)
          .filter(([rule]) => rule !== ALWAYS)
          .map(([rule, { ok }]) => ({ metric, rule, ok })),
      );
  return { rules: of(true), saidNothing: of(false) };
}

export function checksOf({ root_group }: K6Summary): Check[] {
  const visit = ({ checks, groups }: Group): Check[] => [...groups.flatMap(visit), ...checks];
  return visit(root_group);
}
