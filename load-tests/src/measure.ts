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
}

export interface Result {
  rows: Row[];
  /** Anything lost, doubled or out of order; an empty list or the benchmark failed. */
  faults: string[];
  notes: string[];
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

/** Share of one core above which others disturbed a run. */
export const QUIET_SHARE = 0.12;

/** What processes that are not ours did while `work` ran, as a share of one core. */
export async function besideOthers<T>(work: () => Promise<T>): Promise<{ value: T; othersShare: number }> {
  const before = { all: machineBusySeconds(), ours: cpuSeconds([process.pid]), at: performance.now() };
  const value = await work();
  const seconds = (performance.now() - before.at) / 1_000;
  const others = machineBusySeconds() - before.all - (cpuSeconds([process.pid]) - before.ours);
  return { value, othersShare: Math.max(0, others / seconds) };
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
