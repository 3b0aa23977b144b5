import type { Clock } from './clock.ts';
import type { Redis } from './redis/connect.ts';

const READ_EVERY_MS = 1_000;
const DEADLINE_MS = 1_000;

/** A clock that the dev hub can put forward, the same in every process, to skip hours. */
export interface DevClock extends Clock {
  /** Milliseconds this clock is ahead of the real one. */
  aheadMs(): number;
  close(): void;
}

/** After this time, every running process has read the latest shift. */
export const DEV_CLOCK_FOLLOWED_MS = READ_EVERY_MS + DEADLINE_MS;

const keyOf = (prefix: string) => `${prefix}:dev-clock`;

/** Puts the clocks of all processes `ms` ahead of the real time; they follow within {@link DEV_CLOCK_FOLLOWED_MS}. */
export async function shiftDevClock(redis: Redis, prefix: string, ms: number): Promise<void> {
  await redis.set(keyOf(prefix), String(Math.trunc(ms)));
}

/**
 * For development only: the real time plus the shift set in the dev hub. Without Redis the last known shift applies.
 */
export async function createDevClock(redis: Redis, prefix: string): Promise<DevClock> {
  let ahead = 0;
  async function read(): Promise<void> {
    const late = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), DEADLINE_MS).unref();
    });
    const text = await Promise.race([redis.get(keyOf(prefix)).catch(() => undefined), late]);
    if (text !== undefined) ahead = Number(text) || 0;
  }
  await read();
  const reading = setInterval(() => void read(), READ_EVERY_MS);
  reading.unref();
  return { now: () => Date.now() + ahead, aheadMs: () => ahead, close: () => clearInterval(reading) };
}
