/**
 * Reports the progress of long work: the step, and a detail such as a version or its seconds. The receiver decides how to
 * print it.
 */
export type Progress = (step: string, detail?: string) => void;

/** For callers with nobody to tell. */
export const silent: Progress = () => undefined;

/** Runs `work`, saying when it starts and how many seconds it took. */
export async function timed<T>(log: Progress, step: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  log(step);
  const result = await work();
  log(step, `done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
