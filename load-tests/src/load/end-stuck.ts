import type { WatchedPart } from './watch.ts';

/** How long a part may take to answer before it is called stuck. */
const ANSWER_MS = 5_000;

/**
 * Kills the parts that run and do not answer, and names them: k6 waits for ever for a peer that neither speaks nor closes,
 * and what it counted would be lost with it.
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
