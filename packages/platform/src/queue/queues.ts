import type { JobContract, JobDataOf, QueueName } from '@heartline/contracts';
import { createNodeRedisClient, type JobsOptions, Queue } from 'bullmq';
import type { Logger } from '../logger.ts';
import { closeWithin } from '../redis/close-within.ts';
import { openRedis } from '../redis/connect.ts';

export const QUEUE_NAMES: readonly QueueName[] = ['settle', 'notify', 'mail', 'timers', 'exports'];

export interface EnqueueOptions {
  /** Jobs with the same id are one job while it is stored. No `:`, and not all digits. */
  jobId: string;
  delayMs?: number;
  attempts?: number;
}

/** Adds jobs to their queues. A job is a hint: if it is lost, a sweep finds its work again. */
export interface Queues {
  /** True when the job is stored in Redis within 2 s; false if it could not be stored. Never throws. */
  enqueue<C extends JobContract>(contract: C, data: JobDataOf<C>, options: EnqueueOptions): Promise<boolean>;
  queue(name: QueueName): Queue;
  close(): Promise<void>;
}

/** Keeps finished jobs an hour and failed ones a week. They hold ids only, and privacy requires their removal. */
export const KEEP_FINISHED: Pick<JobsOptions, 'removeOnComplete' | 'removeOnFail'> = {
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: { age: 7 * 86_400, count: 10_000 },
};

/**
 * Retries of about half an hour for notifications: a sweep repeats other failed jobs, but cannot know whether a message
 * needs a push. Waits grow with the outage and never exceed its length. A failed job is removed, because a later job
 * with the same id must be accepted.
 */
const ENDLESS_RETRIES: Pick<JobsOptions, 'attempts' | 'removeOnFail'> = { attempts: 12, removeOnFail: true };

const ENQUEUE_DEADLINE_MS = 2_000;

/**
 * A node-redis connection for BullMQ. Lost connections are logged and restored. Producers fail fast and leave the work
 * to the sweep; workers wait until Redis is back.
 */
export function queueConnection(url: string, kind: 'producer' | 'worker', logger: Logger) {
  const connection = createNodeRedisClient(openRedis(url, { failFast: kind === 'producer' }));
  connection.on('error', (error: Error) => logger.warn({ queue: kind, reason: error.message }, 'redis'));
  return connection;
}

/**
 * Key prefix of a queue. The braces keep one queue on one node of a cluster, as BullMQ requires. The name inside lets
 * queues be on different nodes.
 */
export function queuePrefix(prefix: string, queue: QueueName): string {
  return `{${prefix}:${queue}}`;
}

/** The producer side of every queue. */
export function createQueues(options: { url: string; prefix: string; logger: Logger }): Queues {
  const queues = new Map(
    QUEUE_NAMES.map((name) => {
      const connection = queueConnection(options.url, 'producer', options.logger);
      const queue = new Queue(name, {
        connection,
        prefix: queuePrefix(options.prefix, name),
        defaultJobOptions: {
          ...KEEP_FINISHED,
          attempts: 5,
          backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
          ...(name === 'notify' && ENDLESS_RETRIES),
        },
      });
      queue.on('error', (error) => options.logger.warn({ queue: name, reason: error.message }, 'queue'));
      return [name, { queue, connection }] as const;
    }),
  );
  const queueOf = (name: QueueName) => (queues.get(name) as { queue: Queue }).queue;
  return {
    async enqueue(contract, data, { jobId, delayMs, attempts }) {
      const added = queueOf(contract.queue)
        .add(contract.name, data, {
          jobId,
          ...(delayMs === undefined ? {} : { delay: delayMs }),
          ...(attempts === undefined ? {} : { attempts }),
        })
        .then(
          () => true,
          (error: unknown) => {
            options.logger.warn(
              { job: contract.name, reason: String(error) },
              'job not enqueued; a sweep will find it',
            );
            return false;
          },
        );
      return Promise.race([added, after(ENQUEUE_DEADLINE_MS)]);
    },
    queue: queueOf,
    async close() {
      await Promise.all(
        [...queues.values()].map(async ({ queue, connection }) => {
          await closeWithin(() => queue.close());
          // BullMQ does not close a connection that it was given.
          connection.disconnect();
        }),
      );
    },
  };
}

function after(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
}
