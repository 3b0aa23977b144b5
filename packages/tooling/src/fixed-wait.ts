import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits `ms` in a test where no event can be waited for: to prove absence, or to let a fault last. `why` says which
 * event is missing. Fake timers do not move it.
 */
export async function fixedWait(ms: number, why: string): Promise<void> {
  if (!why) throw new Error('a fixed wait needs a reason');
  await sleep(ms);
}
