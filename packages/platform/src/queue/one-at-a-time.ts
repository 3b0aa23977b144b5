import type { Redis } from '../redis/connect.ts';
import { renewWhile } from '../renew-while.ts';

/**
 * Runs one job of each schedule at a time, over all workers. The next job comes by the clock, even if the one before
 * still runs. Without this lock, a sweep with a backlog would run several times at once and take all slots of its
 * queue.
 */
export interface OneAtATime {
  /**
   * Runs `work`, or resolves at once if another job of the same schedule is running. A job that repeats after its
   * worker stalled has the same id, so it keeps its own lock.
   */
  run(schedule: string, job: string, work: () => Promise<unknown>): Promise<unknown>;
}

/** Lifetime of the lock without renewal. Short, because a quick sweep is due every 5 s. */
const HELD_MS = 10_000;

/** The lock for all workers of one Redis and prefix. */
export function createOneAtATime(redis: Redis, prefix: string, heldMs = HELD_MS): OneAtATime {
  const expiration = { type: 'PX', value: heldMs } as const;
  return {
    async run(schedule, job, work) {
      const key = `${prefix}:running:${schedule}`;
      const isOwn = async () => (await redis.get(key)) === job;
      const ifOwn = async (act: () => Promise<unknown>) => {
        if (await isOwn()) await act();
      };
      const isAnothers = async () =>
        (await redis.set(key, job, { expiration, condition: 'NX' })) === null && !(await isOwn());
      // Runs the work if Redis does not answer: twice is better than never.
      if (await isAnothers().catch(() => false)) return undefined;
      try {
        return await renewWhile(heldMs / 3, () => ifOwn(() => redis.pExpire(key, heldMs)), work);
      } finally {
        // Without Redis the lock expires by itself.
        await ifOwn(() => redis.del(key)).catch(() => undefined);
      }
    },
  };
}
