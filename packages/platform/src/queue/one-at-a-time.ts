import type { Redis } from '../redis/connect.ts';
import { sayingMeanwhile } from '../saying-meanwhile.ts';

/**
 * Runs one job of each schedule at a time over all workers. The next one comes by the clock whether or not the one before
 * has ended: a sweep that has much to make up for would do it several times at once, and take all places of its queue.
 */
export interface OneAtATime {
  /**
   * Runs unless another job of the same schedule does, which is the same as having run. `job` tells a job that runs again
   * because its worker went silent from the next one.
   */
  run(schedule: string, job: string, work: () => Promise<unknown>): Promise<unknown>;
}

/** Who does not say within this that it is still at it is followed by the next one; a quick sweep is due every 5 s. */
const HELD_MS = 10_000;

/** Over all workers of one Redis and prefix. */
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
      // Whoever can't ask does the work: twice is better than never.
      if (await isAnothers().catch(() => false)) return undefined;
      try {
        return await sayingMeanwhile(heldMs / 3, () => ifOwn(() => redis.pExpire(key, heldMs)), work);
      } finally {
        // Without Redis it is over by itself.
        await ifOwn(() => redis.del(key)).catch(() => undefined);
      }
    },
  };
}
