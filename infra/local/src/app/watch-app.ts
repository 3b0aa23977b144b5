import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastWords } from '../process-group.ts';
import type { Progress } from '../progress.ts';
import { failureUnderWatch, sizeOf } from '../stack/failure-under-watch.ts';
import type { Service } from '../stack/start-stack.ts';
import type { App } from './start-app.ts';

const LOOK_EVERY_MS = 500;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A service that ran this long had a good start: its next end begins with the shortest wait again. */
const STEADY_MS = 60_000;

type Watched = Pick<Service, 'name' | 'logFile' | 'running' | 'restart'>;

/**
 * Restarts each service that ends unexpectedly, and reports it. Also reports a database that ends, and a service that fails
 * after a change under `npm run dev`. Ends with `signal`.
 */
export function watchApp({ stack, engines }: App, log: Progress, signal: AbortSignal): void {
  const services = [...stack.gateways, ...stack.workers];
  const watching = [
    ...services.map((service) => keepRunning(service, log, signal)),
    ...services.map((service) => reportFailures(service, log, signal)),
    reportEnded(() => [...engines.mongo.ended(), ...engines.redis.ended()], log, signal),
  ];
  for (const one of watching) {
    one.catch((error: unknown) => {
      if (!signal.aborted) log('nothing is watched any more', String(error));
    });
  }
}

/** Starts a service again whenever it ended, after a wait that doubles while it does not stay. */
export async function keepRunning(service: Watched, log: Progress, signal: AbortSignal): Promise<void> {
  const { name, logFile } = service;
  for (let waitMs = FIRST_WAIT_MS; ; ) {
    const startedAt = performance.now();
    while (service.running()) await sleep(LOOK_EVERY_MS, undefined, { signal });
    if (performance.now() - startedAt > STEADY_MS) waitMs = FIRST_WAIT_MS;
    log(
      `${name} ended`,
      `starts again in ${waitMs / 1_000} s; its log, ${logFile}, ends so:\n${await lastWords(logFile)}`,
    );
    await sleep(waitMs, undefined, { signal });
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    await service.restart().then(
      () => log(`${name} runs again`),
      // The next line shows the log of the service.
      () => undefined,
    );
  }
}

/** Says of a service that `node --watch` runs when its code fails, and when it runs again. */
export async function reportFailures(
  { name, logFile }: Pick<Service, 'name' | 'logFile'>,
  log: Progress,
  signal: AbortSignal,
): Promise<void> {
  // Skip the log of the start.
  const from = await sizeOf(logFile);
  let reported: number | undefined;
  for (;;) {
    const failure = await failureUnderWatch(logFile, from);
    if (failure && failure.at !== reported)
      log(`${name} does not run`, `waits for a change of its files:\n${failure.words}`);
    if (!failure && reported !== undefined) log(`${name} starts again`);
    reported = failure?.at;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** Says once of each part of an engine that it ended: its data may be in use, so a person decides. */
async function reportEnded(ended: () => string[], log: Progress, signal: AbortSignal): Promise<void> {
  const reported = new Set<string>();
  for (;;) {
    for (const logFile of ended().filter((one) => !reported.has(one))) {
      reported.add(logFile);
      log(
        `${basename(logFile, '.log')} ended`,
        `a new start brings it back, and what was kept; its log, ${logFile}, ends so:\n${await lastWords(logFile)}`,
      );
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}
