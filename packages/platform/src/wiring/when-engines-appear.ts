import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { isOutage } from '../outage.ts';

const AGAIN_MS = 1_000;
/** A failed start closes what it opened. What it forgot may keep the process for this long. */
const LINGER_MS = 5_000;

/** Members' photos and archives are for the service alone: no file it makes is readable to other users. */
const OWNER_ONLY = 0o077;

/**
 * Runs a service from its start on. One that can't start says why in words, to whoever started it, and ends with code 1:
 * its log may be a file elsewhere, and a stack says nothing of a setting.
 */
export function runService(name: string, run: () => Promise<void>): void {
  process.umask(OWNER_ONLY);
  run().catch((error: unknown) => {
    process.stderr.write(
      `The ${name} did not start. ${error instanceof Error ? error.message : String(error)}\n`,
    );
    // Not `process.exit`: it joins the compiler's threads, and one that waits for memory waits for ever then
    // (nodejs/node#54918). About one start in twenty hung that way on a busy machine.
    process.exitCode = 1;
    setTimeout(() => process.exit(), LINGER_MS).unref();
  });
}

/**
 * Starts a service as soon as its engines are there: whoever starts first waits for the others instead of crashing, and
 * is not ready meanwhile. What is no outage, such as a wrong setting, is thrown at once.
 */
export async function whenEnginesAppear<T>(start: () => Promise<T>, logger: Logger): Promise<T> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!isOutage(error)) throw error;
      logger.warn({ reason: String(error) }, 'an engine is not there yet; trying again');
      await sleep(AGAIN_MS);
    }
  }
}
