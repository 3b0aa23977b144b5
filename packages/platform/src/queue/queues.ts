import type { JobContract, JobDataOf, QueueName } from '@heartline/contracts';
import { createNodeRedisClient, type JobsOptions, Queue } from 'bullmq';
import type { Logger } from '../logger.ts';
import { closeWithin } from '../redis/close-within.ts';
import { openRedis } from '../redis/connect.ts';

export const QUEUE_NAMES: readonly QueueName[] = ['settle', 'notify', 'mail', 'timers', 'exports'];

export interface EnqueueOptions {
  /** Same id, one job while it is kept. No `:` and not all digits. */
  jobId: string;
  delayMs?: number;
  attempts?: number;
}

/** Puts jobs on their queues. A job is a hint: what it would do is found again by a sweeper if it is lost. */
export interface Queues {
  /** True when the job stands in Redis within 2 s; false when it could not be put there. Never throws. */
  enqueue<C extends JobContract>(contract: C, data: JobDataOf<C>, options: EnqueueOptions): Promise<boolean>;
  queue(name: QueueName): Queue;
  close(): Promise<void>;
}

/** Keeps finished jobs an hour and failed ones a week: they hold ids only, and privacy wants them gone. */
export const KEEP_FINISHED: Pick<JobsOptions, 'removeOnComplete' | 'removeOnFail'> = {
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: { age: 7 * 86_400, count: 10_000 },
};

/**
 * A sweep finds again what a failed job was to do, but not whether a message needs a push: that is tried for some half an
 * hour, in which the wait is never longer than the outage was. A failed one leaves no name that asking again would need.
 */
const ENDLESS_RETRIES: Pick<JobsOptions, 'attempts' | 'removeOnFail'> = { attempts: 12, removeOnFail: true };

const ENQUEUE_DEADLINE_MS = 2_000;

/**
 * A node-redis connection as BullMQ wants it; lost connections are logged and made again. Producers fail fast and
 * leave the work to the sweeper; workers wait for Redis to come back.
 */
export function queueConnection(url: string, kind: 'producer' | 'worker', logger: Logger) {
  const connection = createNodeRedisClient(openRedis(url, { failFast: kind === 'producer' }));
  connection.on('error', (error: Error) => logger.warn({ queue: kind, reason: error.message }, 'redis'));
  return connection;
}

/**
 * What the keys of a queue begin with. The braces keep a queue on one node of a cluster, which BullMQ needs, and the
 * name in them lets queues be on different ones.
 */
export function queuePrefix(prefix: string, queue: QueueName): string {
  return `{${prefix}:${queue}}`;
}

/** The producers' side of every queue. */
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
          // BullMQ leaves a connection it was given open.
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
