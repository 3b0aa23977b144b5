import { readFileSync } from 'node:fs';
import { cpuSeconds } from './cpu.ts';
import { median, spread } from './figures.ts';

/** One line of a benchmark's result. */
export interface Row {
  figure: string;
  /** Values of the repetitions. */
  values: readonly number[];
  digits?: number;
  unit?: string;
  target?: { atLeast?: number; atMost?: number };
  /** The good direction, if neither target nor unit shows it. */
  better?: 'higher' | 'lower';
  /** RESULTS.md shows this row although it has no target. */
  isShown?: boolean;
}

/** Makes a row from positional arguments. */
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

/** The scale of a benchmark. `small` only shows that it works; its figures mean nothing. */
export interface Scale {
  small: boolean;
  /** Duration of benchmarks that take `--minutes`. */
  minutes?: number;
}

export interface Result {
  rows: Row[];
  /** Anything lost, duplicated or reordered. Unless it is empty, the benchmark fails. */
  faults: string[];
  notes: string[];
  /** Disturbances that the benchmark itself noticed; they make its figures void. */
  disturbances?: string[];
}

/** True if the median meets the target; undefined without a target. */
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

/** The good direction of a figure; undefined if unknown. */
export function directionOf({ target, unit = '', figure, better }: Row): 'higher' | 'lower' | undefined {
  if (better) return better;
  if (target) return target.atLeast === undefined ? 'lower' : 'higher';
  if (/^(ms|µs|s|KiB|MiB)/.test(unit) || figure.startsWith('CPU-s')) return 'lower';
  return /per (server )?(CPU-)?second|a second/.test(figure) ? 'higher' : undefined;
}

/** Other processes above this share of one core disturb a run. */
export const QUIET_SHARE = 0.12;

/** Above this share of its core the generator measures itself. */
export const GENERATOR_SHARE = 0.9;

/** Circumstances of a result. */
interface Circumstances extends Pick<Result, 'disturbances'> {
  othersShare: number;
  generatorShare?: number;
  small?: boolean;
}

/** True if the figures mean nothing: other work disturbed the run, its generator was too busy, or it was small. */
export function isVoid(report: Circumstances): boolean {
  return report.small === true || disturbancesOf(report).length > 0;
}

/** Disturbances that make the figures of a run void, whatever its size. */
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

/** Runs `work` and returns the CPU share of other processes and of this one meanwhile, each of one core. */
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
 * Starts counting the CPU-seconds of this process and its descendants; the returned function gives the total. It
 * samples while they grow, since a browser ends without waiting for its helpers, and their time leaves the tree.
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

/** Waits at most `limitMs` until the machine is quiet; returns whether it became so. */
export async function untilQuiet(limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const { othersShare } = await besideOthers(() => later(3_000));
    if (othersShare <= QUIET_SHARE / 2) return true;
  }
  return false;
}

/** Busy seconds of all cores since boot. */
function machineBusySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , interrupt = 0, softInterrupt = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupt + softInterrupt) / 100;
}

/** Runs both `repetitions` times, alternating, so that a busy minute affects both alike. */
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
