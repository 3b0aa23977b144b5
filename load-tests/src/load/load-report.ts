import { type RunPlan, SLICES } from '../../lib/plan.ts';
import { createSchedule, stagesOf } from '../../lib/schedule.ts';
import type { DiskSyncs } from '../disk-watch.ts';
import { meets, QUIET_SHARE, targetWords, valueWords } from '../measure.ts';
import { type Mark, short } from './charts.ts';
import {
  type Check,
  checksOf,
  type Figure,
  figuresOf,
  type K6Summary,
  LATE,
  type Rule,
  rulesOf,
  slicesOf,
} from './k6-summary.ts';
import { soakRows } from './soak-rows.ts';
import type { Series } from './watch.ts';

/** A run of a scenario with everything a reader needs to trust it. */
export interface LoadReport {
  kind: 'load';
  name: string;
  at: string;
  /** When the first action was due, in milliseconds since 1970. */
  beganAt: number;
  commit: string;
  machine: string;
  plan: RunPlan;
  /** `void`: the run means nothing, because something else disturbed it. */
  verdict: 'passed' | 'failed' | 'void';
  reasons: string[];
  /** CPU of other processes during the run, as a share of one core. */
  othersShare: number;
  disk: DiskSyncs;
  figures: Figure[];
  rules: Rule[];
  checks: Check[];
  /** CPU-seconds of each part per 1,000 actions. Missing if a process ended meanwhile, since its count is lost. */
  cpuPer1000Actions?: Record<string, number>;
  series: Series[];
  marks: Mark[];
}

export interface RunFacts {
  plan: RunPlan;
  at: string;
  commit: string;
  machine: string;
  othersShare: number;
  disk: DiskSyncs;
  /** CPU-seconds of each part over the run. */
  cpu: Record<string, number>;
  series: Series[];
  /** When watching began, in milliseconds since 1970. */
  watchedFrom: number;
  marks: Mark[];
  violations: readonly unknown[];
  /** Parts of the app that ended by themselves, or were killed because they did not answer. */
  ended: readonly string[];
  stuck: readonly string[];
  k6Code: number;
}

/** Limit of the generator's own lateness, 99th percentile: above it the latencies are the generator's. */
const LATE_MS = 100;

/** Minimum duration for a figure of growth in ten minutes. */
const SLOPE_MINUTES = 10;

/** Counter of virtual users with sockets that completed. */
const ENDED = 'generator_vus_ended';
/**
 * Rules that have their own sentences: failed checks name themselves, and so do lateness, dropped actions and early
 * ends.
 */
const REPORTED_OTHERWISE: ReadonlySet<string> = new Set(['checks', 'dropped_iterations', LATE, ENDED]);

/** Combines the counts of k6 and the watched figures. */
export function createLoadReport(summary: K6Summary, facts: RunFacts): LoadReport {
  const { plan, at, commit, machine, othersShare, disk, cpu, marks } = facts;
  const figures = figuresOf(summary);
  const { rules, saidNothing } = rulesOf(summary);
  const checks = checksOf(summary);
  const value = (name: string) => figures.find((figure) => figure.name === name)?.value ?? 0;
  const actions = createSchedule(stagesOf(plan.shape, plan.rate, plan.minutes * 60)).total;
  const failures = [
    ...rules
      .filter(({ metric, ok }) => !ok && !REPORTED_OTHERWISE.has(metric))
      .map(({ metric, rule }) => `${metric}: ${rule} does not hold, it is ${askedIn(summary, metric, rule)}`),
    ...checks
      .filter(({ fails }) => fails > 0)
      .map(({ name, fails, passes }) => `${name}: not so ${fails} of ${passes + fails} times`),
    ...violationTexts(facts.violations),
    ...facts.ended.map((part) => `${part} exited unexpectedly during the run`),
    ...facts.stuck.map((part) => `${part} did not respond and was killed`),
    ...(facts.k6Code === 0 || facts.k6Code === 99 ? [] : [`k6 ended with ${facts.k6Code}`]),
    ...unaccounted(value, rules),
    ...grownIn(plan, facts.series, figures),
  ];
  const disturbances = disturbancesOf({ figures, othersShare });
  const dropped = value('dropped_iterations');
  if (dropped > 0 && disturbances.length > 0)
    disturbances.unshift(`the generator left out ${short(dropped)} actions`);
  else if (dropped > 0) failures.push(heldTooMany(dropped));
  const beganAt = summary.metrics['schedule_began_at']?.values['value'] ?? facts.watchedFrom;
  return {
    kind: 'load',
    name: plan.name,
    at,
    beganAt,
    commit,
    machine,
    plan,
    verdict: verdictOf(
      failures,
      plan.correctnessOnly ? disturbances.filter((one) => LEFT_OUT.test(one)) : disturbances,
    ),
    reasons: [
      ...failures,
      ...disturbances,
      ...notShownIn(plan),
      ...saidNothing.map(({ metric, rule }) => `${metric}: ${rule} proves nothing, it was never measured`),
    ],
    othersShare,
    disk,
    figures,
    rules,
    checks,
    ...(plan.kill || facts.ended.length + facts.stuck.length > 0
      ? {}
      : { cpuPer1000Actions: forEach1000(cpu, actions) }),
    series: [...latencySeries(summary, plan, beganAt - facts.watchedFrom), ...facts.series],
    marks,
  };
}

/** Number of invariant violations listed one by one. */
const REPORTED = 5;

function violationTexts(violations: readonly unknown[]): string[] {
  const reported = violations
    .slice(0, REPORTED)
    .map((violation) => `invariant violated: ${JSON.stringify(violation)}`);
  const more = violations.length - reported.length;
  return more > 0 ? [...reported, `${short(more)} more invariant violations`] : reported;
}

/** Causes of latencies other than the app: a late generator, and other processes. */
export function disturbancesOf({
  figures,
  othersShare,
}: Pick<LoadReport, 'figures' | 'othersShare'>): string[] {
  const lateMs = figures.find(({ name }) => name === `${LATE}, p99`)?.value ?? 0;
  return [
    ...(lateMs > LATE_MS ? [`the generator was late by ${lateMs.toFixed(0)} ms (p99)`] : []),
    ...(othersShare > QUIET_SHARE
      ? [`other processes used ${Math.round(othersShare * 100)} % of a core meanwhile`]
      : []),
  ];
}

/**
 * k6 drops an action if all its virtual users for calls wait for answers. With a punctual generator on a quiet machine,
 * the app is the cause.
 */
function heldTooMany(dropped: number): string {
  return `the app held so many calls that ${short(dropped)} more could not begin when they were due`;
}

/**
 * Each sender counts at the end how many of its messages were delivered. A virtual user that died counts nothing, so no
 * other figure shows its losses. It may also have died with nothing under way.
 */
function unaccounted(value: (name: string) => number, rules: readonly Rule[]): string[] {
  const reported = value('messages_acked') + value('messages_refused') + value('messages_missing');
  const count = value('messages_sent') - reported;
  const endedEarly = 'a virtual user of k6 ended early, so its messages are not accounted for';
  if (count > 0) return [`${endedEarly}: ${short(count)}`];
  return rules.some(({ metric, ok }) => metric === ENDED && !ok) ? [endedEarly] : [];
}

/** Reasons why a run that checks growth could not show any, whatever its verdict. */
function notShownIn({ mayNotGrow, at, minutes }: RunPlan): string[] {
  if (!mayNotGrow) return [];
  if (at) return ['growth is unknown: these gateways are not watched'];
  // Over a shorter time the slope would be a guess.
  return minutes < SLOPE_MINUTES ? [`growth is unknown: the run is under ${SLOPE_MINUTES} minutes`] : [];
}

/** Figures that grew although they may not, in a run that can show it. */
function grownIn(plan: RunPlan, series: readonly Series[], figures: readonly Figure[]): string[] {
  if (!plan.mayNotGrow || notShownIn(plan).length > 0) return [];
  return soakRows({ series, figures })
    .filter((row) => meets(row) === false)
    .map((row) => `${row.figure}: ${targetWords(row)} does not hold, it is ${valueWords(row)}`);
}

function forEach1000(cpu: RunFacts['cpu'], actions: number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(cpu).map(([part, seconds]) => [part, (seconds / actions) * 1_000]),
  );
}

/** The value that a rule like `p(95)<100` checks, with its unit. */
function askedIn({ metrics }: K6Summary, metric: string, rule: string): string {
  const [stat = ''] = rule.split(/[<>=!]/);
  const value = metrics[metric]?.values[stat];
  if (value === undefined) return 'unknown';
  return /_ms(\{|$)/.test(metric) ? `${short(value)} ms` : short(value);
}

/**
 * Failures of a slow or busy app, by their text. They include a later row that arrives first: a busy app expired the
 * row before, so the device fetches it.
 */
const SLOW =
  /_ms[,:{ ]|event-loop delay|not 503 UNAVAILABLE|not request timeout|^(\w+_put_off|messages_expired|messages_fetched_gaps|messages_unanswered|sockets_reconnected):/;
/** Actions that a generator dropped because of other work or its own lateness. */
const LEFT_OUT = /^the generator left out /;

/**
 * Reasons why a run failed, without disturbances. For a disturbed run also without slowness, which the machine may have
 * caused.
 */
export function wrongsIn(report: LoadReport): string[] {
  if (report.verdict !== 'failed') return [];
  const beside = disturbancesOf(report);
  if (beside.length === 0) return report.reasons;
  return report.reasons.filter(
    (reason) => !(beside.includes(reason) || LEFT_OUT.test(reason) || SLOW.test(reason)),
  );
}

/** A disturbed run can still show losses, but not that the app was slow or busy. */
function verdictOf(failures: readonly string[], disturbances: readonly string[]): LoadReport['verdict'] {
  if (failures.some((failure) => !SLOW.test(failure))) return 'failed';
  if (disturbances.length > 0) return 'void';
  return failures.length > 0 ? 'failed' : 'passed';
}

/** Latencies and rate by the due times of messages, from the slices that k6 kept. */
function latencySeries(summary: K6Summary, plan: RunPlan, beganAfterMs: number): Series[] {
  const name = 'message_delivery_ms';
  const counts = slicesOf(summary, name, 'count');
  const seconds = (plan.minutes * 60) / SLICES;
  const offset = beganAfterMs / 1_000;
  const rounded = (value: number | undefined) => value && Number(value.toFixed(1));
  const line = (
    group: string,
    label: string,
    unit: string,
    values: Series['points'][number][1][],
  ): Series => ({
    group,
    name: label,
    unit,
    points: values.map((value, index) => [Number((offset + (index + 0.5) * seconds).toFixed(1)), value]),
  });
  if (counts.length === 0) return [];
  return [
    line(
      'Messages, by when they were due',
      'delivered',
      'a second',
      counts.map((count = 0) => rounded(count / seconds)),
    ),
    ...(['med', 'p(95)', 'p(99)'] as const).map((stat) =>
      line(
        'Delivery, from when it was due',
        stat === 'med' ? 'p50' : stat.replace(/[()]/g, ''),
        'ms',
        slicesOf(summary, name, stat).map(rounded),
      ),
    ),
  ];
}
