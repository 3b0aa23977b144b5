import { isDeepStrictEqual } from 'node:util';
import type { JobContract, QueueName } from '@heartline/contracts';
import { type Job, type JobsOptions, Worker } from 'bullmq';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Logger } from '../logger.ts';
import type { Redis } from '../redis/connect.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { KEEP_FINISHED, QUEUE_NAMES, type Queues, queueConnection, queuePrefix } from './queues.ts';
import { createServedQueues, type ServedQueues } from './served-queues.ts';

/** A job contract and its handler. Jobs run at least once: the handler reads the state again and acts once. */
export interface JobHandler {
  contract: JobContract;
  run(data: unknown): Promise<unknown>;
}

/** A job that runs on every queue, so a queue without any job means lost connections, not idleness. */
const CANARY = 'canary';
const CANARY_EVERY_MS = 15_000;
/** A worker that received no job for this long, while one was due, gets a new connection, whatever state it reports. */
const SILENCE_MS = 60_000;
/** A canary within this part of the silence limit shows that the queue is served. It is twice the canary's interval. */
const SERVED_PART = 0.5;
const WATCH_EVERY_MS = 5_000;
/** A busy worker is not replaced, because its job would run twice. A job that takes longer than this counts as hung. */
const BUSY_MS = 15 * 60_000;
/**
 * Time for running jobs to end when their worker is replaced, the start failed, or the watchdog stops. Then another
 * worker repeats them.
 */
const SHUT_MS = 1_000;
const LOCK_MS = 30_000;
/** A scheduler this late has lost its next job, for example after Redis was flushed. */
const LATE_MS = 60_000;

/** A repeating job: every `everyMs`, one at a time over all processes. It starts at once, or first at `firstAt`. */
export interface Schedule {
  id: string;
  queue: QueueName;
  /** Name of the job's contract. */
  name: string;
  data: object;
  everyMs: number;
  /** Unix ms, evaluated when the schedule is stored. */
  firstAt?: () => number;
}

export interface Workers {
  /** Longest time that the worker of any queue was silent while a job was due. More than a minute means a fault. */
  silentMs(): number;
  /**
   * Accepts no new jobs, waits up to `deadlineMs` for running ones, then closes. Interrupted jobs run again elsewhere.
   */
  close(deadlineMs: number): Promise<void>;
}

interface Options {
  url: string;
  /** Holds the lock of each running schedule. */
  redis: Redis;
  prefix: string;
  logger: Logger;
  metrics: Registry;
  queues: Queues;
  handlers: readonly JobHandler[];
  concurrency: Readonly<Record<QueueName, number>>;
  schedules: readonly Schedule[];
  silenceMs?: number;
  /** A worker loses its job if it does not renew the job's lock for this long; 30 s by default. */
  lockMs?: number;
}

/**
 * Runs the handlers on their queues. Each queue has its own worker, so mail never waits behind money.
 *
 * After an outage of Redis, a worker may receive nothing and still report that it runs. So a canary job passes through
 * every queue:
 *
 * - A worker is replaced if it is idle and silent and the canary is overdue.
 * - While other processes take the canary, a silent worker stays. It is replaced once they stop.
 * - Schedules lost by Redis are stored again.
 */
export async function runWorkers(options: Options): Promise<Workers> {
  const meters = createMeters(options.metrics);
  const workers = QUEUE_NAMES.map((name) => listen(name, options, meters));
  const canaries = QUEUE_NAMES.map(
    (queue): Schedule => ({ id: CANARY, queue, name: CANARY, data: {}, everyMs: CANARY_EVERY_MS }),
  );
  const watchConnection = async () => {
    await Promise.all(workers.map((worker) => worker.replaceIfSilent()));
    await keepSchedules(options, [...canaries, ...options.schedules]);
    await countWaiting(options.queues, meters.waiting);
  };
  try {
    await Promise.all(workers.map((worker) => worker.ready()));
    await watchConnection();
  } catch (error) {
    // Otherwise a repeated start would have two workers on each queue.
    await Promise.allSettled(workers.map((worker) => worker.close(SHUT_MS)));
    throw error;
  }
  let watching = Promise.resolve();
  const watch = setInterval(() => {
    watching = watching.then(watchConnection).catch((error: unknown) => {
      options.logger.warn({ reason: String(error) }, 'queue watchdog failed');
    });
  }, WATCH_EVERY_MS);
  return {
    silentMs: () => Math.max(...workers.map((worker) => worker.silentMs())),
    async close(deadlineMs) {
      clearInterval(watch);
      // A running check could use closed connections, or replace a closed worker.
      await Promise.race([watching, after(SHUT_MS)]);
      await Promise.all(workers.map((worker) => worker.close(deadlineMs)));
    },
  };
}

function createMeters(metrics: Registry) {
  const registers = [metrics];
  return {
    duration: new Histogram({
      name: 'job_duration_seconds',
      help: 'Duration of jobs in seconds',
      labelNames: ['job', 'outcome'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 30],
      registers,
    }),
    stalled: new Counter({
      name: 'jobs_stalled_total',
      help: 'Jobs whose worker stalled; each runs twice',
      labelNames: ['queue'],
      registers,
    }),
    replaced: new Counter({
      name: 'workers_replaced_total',
      help: 'Workers replaced because they received no jobs',
      labelNames: ['queue'],
      registers,
    }),
    waiting: new Gauge({
      name: 'jobs_waiting',
      help: 'Jobs by queue and state',
      labelNames: ['queue', 'state'],
      registers,
    }),
  };
}

type Meters = ReturnType<typeof createMeters>;

/** The worker of one queue, replaced when it is silent for too long. */
function listen(name: QueueName, options: Options, meters: Meters) {
  const { logger, silenceMs = SILENCE_MS, lockMs = LOCK_MS } = options;
  const servedQueues = createServedQueues(options.redis, options.prefix, silenceMs * SERVED_PART);
  const run = runnerOf(name, options, { meters, servedQueues });
  let receivedAt = performance.now();
  let openedAt = receivedAt;
  let current = open();

  function open() {
    const connection = queueConnection(options.url, 'worker', logger);
    const places = createPlaces();
    const worker = new Worker(name, (job: Job) => places.take(() => run(job)), {
      connection,
      prefix: queuePrefix(options.prefix, name),
      concurrency: options.concurrency[name],
      maxStalledCount: 1,
      lockDuration: lockMs,
      stalledInterval: lockMs,
    });
    worker.on('active', () => (receivedAt = performance.now()));
    worker.on('completed', () => (receivedAt = performance.now()));
    worker.on('error', (error) => logger.warn({ queue: name, reason: error.message }, 'worker'));
    worker.on('stalled', (job) => {
      meters.stalled.inc({ queue: name });
      logger.error({ queue: name, job }, 'job stalled and runs again');
    });
    worker.on('failed', (job, error) => noteFailed(logger, name, job, error));
    return { worker, connection, isBusy: places.isOneTaken };
  }

  async function shut({ worker, connection }: ReturnType<typeof open>, deadlineMs: number): Promise<void> {
    const closed = worker.close().then(() => true);
    if (!(await Promise.race([closed, after(deadlineMs)]))) {
      await Promise.race([worker.close(true), after(1_000)]);
    }
    connection.disconnect();
  }

  function silentFor(): number {
    if (current.isBusy()) receivedAt = performance.now();
    return performance.now() - receivedAt;
  }

  return {
    ready: () => current.worker.waitUntilReady(),
    silentMs: silentFor,
    async replaceIfSilent() {
      if (await servedQueues.isServed(name)) receivedAt = performance.now();
      // A new worker gets the full limit. `silentMs` keeps counting, so a second silent worker shows there.
      if (Math.min(silentFor(), performance.now() - openedAt) < silenceMs) return;
      logger.error({ queue: name }, 'worker replaced: no job received for too long');
      meters.replaced.inc({ queue: name });
      const silent = current;
      current = open();
      openedAt = performance.now();
      await shut(silent, SHUT_MS);
    },
    close: (deadlineMs: number) => shut(current, deadlineMs),
  };
}

/** The job slots of a worker. `isOneTaken` ignores jobs that have run long enough to count as hung. */
function createPlaces() {
  const taken = new Set<{ since: number }>();
  return {
    async take(run: () => Promise<void>): Promise<void> {
      const place = { since: performance.now() };
      taken.add(place);
      try {
        await run();
      } finally {
        taken.delete(place);
      }
    },
    isOneTaken(): boolean {
      const hangsSince = performance.now() - BUSY_MS;
      return [...taken].some(({ since }) => since > hangsSince);
    },
  };
}

/** Logs the consequence of a failed job: another attempt, the next scheduled run, or none. */
export function noteFailed(logger: Logger, queue: QueueName, job: Job | undefined, error: Error): void {
  const attempt = job?.attemptsMade ?? 0;
  const words = { queue, job: job?.name, id: job?.id, attempt, reason: error.message };
  // A job that stalled too often gets no further attempt, whatever the limit of attempts.
  const isLast = !job || attempt >= (job.opts.attempts ?? 1) || error.message.includes('stalled');
  // A scheduled job has one attempt: the next scheduled run does the remaining work.
  if (isLast && job?.repeatJobKey) logger.error(words, 'job failed: left to the next scheduled run');
  else if (isLast) logger.error(words, 'job failed for good');
  else logger.warn(words, 'job failed: will be retried');
}

/**
 * Runs the jobs of a queue. The only place that catches unexpected errors of a job: it counts them, and throws them
 * again for log and retry.
 */
function runnerOf(
  name: QueueName,
  options: Options,
  { meters, servedQueues }: { meters: Meters; servedQueues: ServedQueues },
): (job: Job) => Promise<void> {
  const handlers = new Map(
    options.handlers
      .filter(({ contract }) => contract.queue === name)
      .map((handler) => [handler.contract.name, handler]),
  );
  const oneAtATime = createOneAtATime(options.redis, options.prefix);
  return async (job) => {
    if (job.name === CANARY) return servedQueues.note(name);
    const handler = handlers.get(job.name);
    if (!handler) throw new Error(`no handler for job ${job.name}`);
    const stop = meters.duration.startTimer({ job: job.name });
    try {
      const work = () => handler.run(job.data);
      await (job.repeatJobKey ? oneAtATime.run(job.repeatJobKey, `${job.id}`, work) : work());
      stop({ outcome: 'done' });
    } catch (error) {
      stop({ outcome: 'failed' });
      throw error;
    }
  };
}

/** Stores schedules again that are missing or different in Redis, or that lost their next job. */
async function keepSchedules({ queues }: Options, schedules: readonly Schedule[]): Promise<void> {
  for (const { id, queue, name, data, everyMs, firstAt } of schedules) {
    const opts = optionsOf(name);
    const existing = await queues.queue(queue).getJobScheduler(id);
    const isStored = existing?.every === everyMs && (existing.next ?? 0) > Date.now() - LATE_MS;
    // The queue adds its own options to the stored ones.
    if (isStored && isDeepStrictEqual({ ...existing.template?.opts, ...opts }, existing.template?.opts))
      continue;
    const often = { every: everyMs, ...(firstAt && { startDate: firstAt() }) };
    await queues.queue(queue).upsertJobScheduler(id, often, { name, data, opts });
  }
}

/**
 * Retention of scheduled jobs: like all other finished jobs, but canaries and failed ones are removed at once.
 *
 * - A `count` for a schedule would trim all finished jobs of the queue. Their ids keep a repeated job from running
 *   twice.
 * - The next scheduled run does the work of a failed one. Stored failures of an outage would only inflate the
 *   count of failed jobs.
 */
function optionsOf(name: string): JobsOptions {
  const isCanary = name === CANARY;
  return { ...KEEP_FINISHED, ...(isCanary && { removeOnComplete: true }), removeOnFail: true, attempts: 1 };
}

async function countWaiting(queues: Queues, gauge: Gauge<'queue' | 'state'>): Promise<void> {
  for (const queue of QUEUE_NAMES) {
    const counts = await queues.queue(queue).getJobCounts('waiting', 'active', 'delayed', 'failed');
    for (const [state, count] of Object.entries(counts)) gauge.set({ queue, state }, count);
  }
}

function after(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
}
