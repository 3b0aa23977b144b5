import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns no sooner than `ms` after the start. The response time must not reveal whether an address is known.
 */
export async function takeTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(ms)]);
  return result;
}
