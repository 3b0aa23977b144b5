import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `look` finds something; rejects with a sentence when nothing came within `withinMs`. */
export async function arrival<T>(what: string, look: () => T | undefined, withinMs = 15_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`No ${what} within ${withinMs} ms.`);
    await sleep(50);
  }
}
