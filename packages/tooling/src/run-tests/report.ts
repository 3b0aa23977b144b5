import type { Counts } from './counts.ts';

/**
 * The results of all runners. A flaky test failed, and passed when its file ran again: it counts among `failed`, and stands
 * in `flaky` instead of `failures`. `steps` has preparations and runners.
 */
export type Report = Counts & {
  flaky: string[];
  files: { name: string; durationMs: number }[];
  steps: { name: string; durationMs: number }[];
};

const SLOWEST = 10;

/** The end of the output: the slowest files, the time of each step, what failed, and the counts in the last line. */
export function describeReport(report: Report): string {
  const slowest = report.files
    .filter(({ durationMs }) => durationMs > 0)
    .toSorted((one, two) => two.durationMs - one.durationMs)
    .slice(0, SLOWEST)
    .map(({ name, durationMs }) => `${inSeconds(durationMs).padStart(7)}  ${name}`);
  const steps = report.steps.map(({ name, durationMs }) => `${name} ${inSeconds(durationMs)}`);
  return [
    ...(slowest.length > 0 ? [['The slowest files:', ...slowest].join('\n')] : []),
    `Time: ${steps.join(', ')}`,
    ...report.flaky.map((failure) => `flaky: ${failure}`),
    ...report.failures.map((failure) => `✗ ${failure}`),
    describeCounts(report),
  ].join('\n\n');
}

/** The last line of `npm test`. */
export function describeCounts({ passed, failed, skipped }: Omit<Counts, 'failures'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

const inSeconds = (durationMs: number) => `${Math.round(durationMs / 1_000)} s`;
