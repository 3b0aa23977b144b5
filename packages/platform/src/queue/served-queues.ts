import type { QueueName } from '@heartline/contracts';
import type { Redis } from '../redis/connect.ts';

/**
 * Tells whether any worker takes the jobs of a queue. Each job goes to one worker of many processes, so an idle worker
 * cannot tell by itself.
 */
export interface ServedQueues {
  /** Records a canary. Without Redis nothing is recorded, as if the canary had not come. */
  note(queue: QueueName): Promise<void>;
  /** True if a canary came recently, or if Redis does not answer. */
  isServed(queue: QueueName): Promise<boolean>;
}

/** For all workers of one Redis and prefix. `retentionMs` must be longer than the canary's interval. */
export function createServedQueues(redis: Redis, prefix: string, retentionMs: number): ServedQueues {
  const keyOf = (queue: QueueName) => `${prefix}:heard:${queue}`;
  const expiration = { type: 'PX', value: retentionMs } as const;
  return {
    async note(queue) {
      await redis.set(keyOf(queue), '1', { expiration }).catch(() => undefined);
    },
    async isServed(queue) {
      return redis.exists(keyOf(queue)).then(
        (found) => found > 0,
        () => true,
      );
    },
  };
}
