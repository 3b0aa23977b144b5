import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { isOutage } from '../outage.ts';

const AGAIN_MS = 1_000;
/** Longest time that forgotten handles may keep a failed process alive. */
const LINGER_MS = 5_000;

/** Members' photos and archives are private: files of a service are not readable to other users. */
const OWNER_ONLY = 0o077;

/**
 * Runs a service. On a failed start it prints the reason and exits with code 1. It prints because the log may be a file
 * elsewhere, and a stack trace does not name a setting.
 */
export function runService(name: string, run: () => Promise<void>): void {
  process.umask(OWNER_ONLY);
  run().catch((error: unknown) => {
    process.stderr.write(
      `The ${name} did not start. ${error instanceof Error ? error.message : String(error)}\n`,
    );
    // Not `process.exit`: it joins the compiler's threads, and a thread that waits for memory then waits forever
    // (nodejs/node#54918). About one start in twenty hung that way on a busy machine.
    process.exitCode = 1;
    setTimeout(() => process.exit(), LINGER_MS).unref();
  });
}

/**
 * Starts a service as soon as MongoDB and Redis are available. Until then it waits, not ready, instead of crashing.
 * Throws at once on errors other than an outage, such as a wrong setting.
 */
export async function startWhenAvailable<T>(start: () => Promise<T>, logger: Logger): Promise<T> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!isOutage(error)) throw error;
      logger.warn({ reason: String(error) }, 'dependency unavailable: retrying start');
      await sleep(AGAIN_MS);
    }
  }
}
