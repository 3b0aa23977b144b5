import type { WatchedPart } from './watch.ts';

/** A part without an answer after this time is stuck. */
const ANSWER_MS = 5_000;

/**
 * Kills running parts that do not answer, and returns their names. k6 would wait forever for a peer that neither sends
 * nor closes, and its results would be lost.
 */
export async function endStuck(parts: readonly WatchedPart[]): Promise<string[]> {
  const asked = parts.map(async (part) => ((await isStuck(part)) ? [part] : []));
  const stuck = (await Promise.all(asked)).flat();
  for (const pid of stuck.flatMap(({ pids }) => pids())) process.kill(pid, 'SIGKILL');
  return stuck.map(({ name }) => name);
}

async function isStuck({ metricsUrl, pids }: WatchedPart): Promise<boolean> {
  if (!metricsUrl || pids().length === 0) return false;
  return fetch(metricsUrl, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ ok }) => !ok,
    () => true,
  );
}
