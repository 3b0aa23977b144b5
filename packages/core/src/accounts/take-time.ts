import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Answers no sooner than `ms` after the start, however little there was to do: how long it took must not say whether
 * an address is known.
 */
export async function takeTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(ms)]);
  return result;
}
