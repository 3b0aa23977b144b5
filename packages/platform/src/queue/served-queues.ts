import type { QueueName } from '@heartline/contracts';
import type { Redis } from '../redis/connect.ts';

/**
 * Whether anybody takes what is due on a queue. Of its workers over all processes one hears a job, so what one of them
 * hears says nothing of the others while nothing is left for them.
 */
export interface ServedQueues {
  /** A canary came through. Without Redis it is not said, as if it had not. */
  note(queue: QueueName): Promise<void>;
  /** Whether one did lately, or that can't be told. */
  isServed(queue: QueueName): Promise<boolean>;
}

/** Over all workers of one Redis and prefix; `retentionMs` is longer than a canary takes to come again. */
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
