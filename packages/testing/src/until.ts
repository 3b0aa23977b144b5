import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `ask` until the answer fits, and returns it. Rejects with the last answer or error after `withinMs`
 * (default 30 s). For tests that run side by side, where `expect.poll` does not know its test.
 */
export async function until<T>(
  ask: () => T | Promise<T>,
  fits: (answer: T) => boolean,
  withinMs = 30_000,
  everyMs = 100,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const tried = await attempt(ask);
    if ('answer' in tried && fits(tried.answer)) return tried.answer;
    if (performance.now() > deadline) {
      if ('error' in tried) throw tried.error;
      throw new Error(`still ${JSON.stringify(tried.answer)} after ${withinMs} ms`);
    }
    await sleep(everyMs);
  }
}

async function attempt<T>(ask: () => T | Promise<T>): Promise<{ answer: T } | { error: unknown }> {
  try {
    return { answer: await ask() };
  } catch (error) {
    return { error };
  }
}
