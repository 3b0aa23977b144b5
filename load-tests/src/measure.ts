import { readFileSync } from 'node:fs';
import { cpuSeconds } from './cpu.ts';
import { median, spread } from './figures.ts';

/** One line of a benchmark's result. */
export interface Row {
  figure: string;
  /** What the repetitions gave. */
  values: readonly number[];
  digits?: number;
  unit?: string;
  target?: { atLeast?: number; atMost?: number };
  /** Which way is good, where neither target nor unit says so. */
  better?: 'higher' | 'lower';
  /** RESULTS.md shows this row although it has no target. */
  isShown?: boolean;
}

/** Writes a row in one line. */
export function row(
  figure: string,
  values: readonly number[],
  {
    atLeast,
    atMost,
    ...more
  }: Pick<Row, 'digits' | 'unit' | 'better' | 'isShown'> & { atLeast?: number; atMost?: number } = {},
): Row {
  const target = {
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(atMost === undefined ? {} : { atMost }),
  };
  return { figure, values, ...more, ...(Object.keys(target).length > 0 ? { target } : {}) };
}

/** How large a benchmark is run: `small` only shows that it works, and its figures mean nothing. */
export interface Scale {
  small: boolean;
  /** For those that go on as long as they are told. */
  minutes?: number;
}

export interface Result {
  rows: Row[];
  /** Anything lost, doubled or out of order; an empty list or the benchmark failed. */
  faults: string[];
  notes: string[];
  /** Why the figures say nothing, as far as the benchmark itself knows it. */
  disturbances?: string[];
}

/** Whether the median keeps the target; nothing when there is none. */
export function meets({ values, target }: Row): boolean | undefined {
  if (!target) return undefined;
  const middle = median(values);
  return (
    middle >= (target.atLeast ?? Number.NEGATIVE_INFINITY) &&
    middle <= (target.atMost ?? Number.POSITIVE_INFINITY)
  );
}

export function targetWords({ target, unit = '' }: Row): string {
  if (!target) return '';
  return target.atLeast === undefined ? `≤ ${target.atMost} ${unit}` : `≥ ${target.atLeast} ${unit}`;
}

export function valueWords({ values, digits = 2, unit = '' }: Row): string {
  const figures = values.length === 1 ? (values[0] as number).toFixed(digits) : spread(values, digits);
  return `${figures} ${unit}`.trim();
}

/** Which way is good for a figure; undefined where nobody said. */
export function directionOf({ target, unit = '', figure, better }: Row): 'higher' | 'lower' | undefined {
  if (better) return better;
  if (target) return target.atLeast === undefined ? 'lower' : 'higher';
  if (/^(ms|µs|s|KiB|MiB)/.test(unit) || figure.startsWith('CPU-s')) return 'lower';
  return /per (server )?(CPU-)?second|a second/.test(figure) ? 'higher' : undefined;
}

/** Share of one core above which others disturbed a run. */
export const QUIET_SHARE = 0.12;

/** Share of its core above which the generator itself is what is measured. */
export const GENERATOR_SHARE = 0.9;

/** What is known of how a result came about. */
interface Circumstances extends Pick<Result, 'disturbances'> {
  othersShare: number;
  generatorShare?: number;
  small?: boolean;
}

/** True when the figures of a run are those of the machine's other work, of its own generator, or of a small try. */
export function isVoid(report: Circumstances): boolean {
  return report.small === true || disturbancesOf(report).length > 0;
}

/** What makes the figures of a run void, whatever its size. */
export function disturbancesOf({
  othersShare,
  generatorShare = 0,
  disturbances = [],
}: Circumstances): string[] {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  return [
    ...(othersShare > QUIET_SHARE ? [`others used ${percent(othersShare)} of a core meanwhile`] : []),
    ...(generatorShare > GENERATOR_SHARE
      ? [`the generator used ${percent(generatorShare)} of its core`]
      : []),
    ...disturbances,
  ];
}

/** What processes that are not ours did while `work` ran, and this one, each as a share of one core. */
export async function besideOthers<T>(
  work: () => Promise<T>,
): Promise<{ value: T; othersShare: number; generatorShare: number }> {
  const own = process.cpuUsage();
  const before = { all: machineBusySeconds(), at: performance.now() };
  const ours = watchOurs();
  const value = await work();
  const seconds = (performance.now() - before.at) / 1_000;
  const others = machineBusySeconds() - before.all - ours();
  const used = process.cpuUsage(own);
  return {
    value,
    othersShare: Math.max(0, others / seconds),
    generatorShare: (used.user + used.system) / 1e6 / seconds,
  };
}

const WATCH_EVERY_MS = 1_000;

/**
 * CPU-seconds of this process and everything below it from now until the answer is called. A browser ends without
 * waiting for its helpers, and their time leaves the tree with them; so it is summed up as it grows.
 */
function watchOurs(): () => number {
  let sum = 0;
  let seen = cpuSeconds([process.pid]);
  const look = () => {
    const now = cpuSeconds([process.pid]);
    sum += Math.max(0, now - seen);
    seen = now;
  };
  const watch = setInterval(look, WATCH_EVERY_MS);
  return () => {
    clearInterval(watch);
    look();
    return sum;
  };
}

/** Waits until nobody else works on this machine, at most `limitMs`; answers whether it became quiet. */
export async function untilQuiet(limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const { othersShare } = await besideOthers(() => later(3_000));
    if (othersShare <= QUIET_SHARE / 2) return true;
  }
  return false;
}

/** Busy seconds of all cores since the machine started. */
function machineBusySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , interrupt = 0, softInterrupt = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupt + softInterrupt) / 100;
}

/** Runs both `repetitions` times, taking turns, so that a busy minute hits both alike. */
export async function interleave<A, B>(
  repetitions: number,
  ours: () => Promise<A>,
  baseline: () => Promise<B>,
): Promise<{ ours: A; baseline: B }[]> {
  const pairs: { ours: A; baseline: B }[] = [];
  for (let turn = 0; turn < repetitions; turn += 1) {
    const isOursFirst = turn % 2 === 0;
    const first = isOursFirst ? await ours() : await baseline();
    const second = isOursFirst ? await baseline() : await ours();
    pairs.push(
      (isOursFirst ? { ours: first, baseline: second } : { ours: second, baseline: first }) as {
        ours: A;
        baseline: B;
      },
    );
  }
  return pairs;
}

export function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
