import { isDeepStrictEqual } from 'node:util';
import type { JobContract, QueueName } from '@heartline/contracts';
import { type Job, type JobsOptions, Worker } from 'bullmq';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Logger } from '../logger.ts';
import type { Redis } from '../redis/connect.ts';
import { createOneAtATime } from './one-at-a-time.ts';
import { KEEP_FINISHED, QUEUE_NAMES, type Queues, queueConnection, queuePrefix } from './queues.ts';
import { createServedQueues, type ServedQueues } from './served-queues.ts';

/** A job contract with the code that does it. Jobs run at least once: the code reads the state again and acts once. */
export interface JobHandler {
  contract: JobContract;
  run(data: unknown): Promise<unknown>;
}

/** A job that runs on every queue so that silence of all its workers means deafness, not idleness. */
const CANARY = 'canary';
const CANARY_EVERY_MS = 15_000;
/** A worker that heard of no job for this long, while one was due, gets a new connection, whatever it says about itself. */
const SILENCE_MS = 60_000;
/** A queue whose canary came through within this part of the silence leaves nothing due: twice the canary's time. */
const SERVED_PART = 0.5;
const WATCH_EVERY_MS = 5_000;
/** To replace a worker that is at a job would run the job twice; one that takes longer than this hangs. */
const BUSY_MS = 15 * 60_000;
/** A job that runs longer where its worker is replaced, or the start failed, is left to another one; so is a watch at the end. */
const SHUT_MS = 1_000;
const LOCK_MS = 30_000;
/** A scheduler this late has lost its next job, as after a flushed Redis. */
const LATE_MS = 60_000;

/** A job that starts again and again: every `everyMs`, one at a time over all processes; at once, or first at `firstAt`. */
export interface Schedule {
  id: string;
  queue: QueueName;
  /** Name of the job's contract. */
  name: string;
  data: object;
  everyMs: number;
  /** Unix ms, asked for when the schedule is put in place. */
  firstAt?: () => number;
}

export interface Workers {
  /** The longest any queue's worker has been silent while a job was due. Above a minute something is wrong. */
  silentMs(): number;
  /** Takes no new jobs, lets running ones end for `deadlineMs`, then leaves; what was cut off runs again elsewhere. */
  close(deadlineMs: number): Promise<void>;
}

interface Options {
  url: string;
  /** Where it stands which schedule is being worked on. */
  redis: Redis;
  prefix: string;
  logger: Logger;
  metrics: Registry;
  queues: Queues;
  handlers: readonly JobHandler[];
  concurrency: Readonly<Record<QueueName, number>>;
  schedules: readonly Schedule[];
  silenceMs?: number;
  /** A worker that does not renew the lock of its job for this long has lost it; 30 s unless said otherwise. */
  lockMs?: number;
}

/**
 * Runs the handlers on their queues. Each queue has a worker of its own, so mail never waits behind money.
 *
 * A worker may go deaf after Redis was away and still call itself running; so a canary job passes through every queue.
 * A worker is replaced when the canary waits and it is silent with nothing to do: one that nobody misses, as others take
 * what is due, is replaced once they do not. Schedules live in Redis, which may lose them; they are put back.
 */
export async function runWorkers(options: Options): Promise<Workers> {
  const meters = createMeters(options.metrics);
  const workers = QUEUE_NAMES.map((name) => listen(name, options, meters));
  const canaries = QUEUE_NAMES.map(
    (queue): Schedule => ({ id: CANARY, queue, name: CANARY, data: {}, everyMs: CANARY_EVERY_MS }),
  );
  const keepWatch = async () => {
    await Promise.all(workers.map((worker) => worker.replaceIfSilent()));
    await keepSchedules(options, [...canaries, ...options.schedules]);
    await countWaiting(options.queues, meters.waiting);
  };
  try {
    await Promise.all(workers.map((worker) => worker.ready()));
    await keepWatch();
  } catch (error) {
    // Whoever starts again would have two workers on each queue.
    await Promise.allSettled(workers.map((worker) => worker.close(SHUT_MS)));
    throw error;
  }
  let watching = Promise.resolve();
  const watch = setInterval(() => {
    watching = watching.then(keepWatch).catch((error: unknown) => {
      options.logger.warn({ reason: String(error) }, 'watch over the queues');
    });
  }, WATCH_EVERY_MS);
  return {
    silentMs: () => Math.max(...workers.map((worker) => worker.silentMs())),
    async close(deadlineMs) {
      clearInterval(watch);
      // What it is about would ask on connections that are gone, or put a worker in the place of one that is closed.
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
      help: 'How long jobs ran',
      labelNames: ['job', 'outcome'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5, 30],
      registers,
    }),
    stalled: new Counter({
      name: 'jobs_stalled_total',
      help: 'Jobs whose worker went silent; each runs twice',
      labelNames: ['queue'],
      registers,
    }),
    replaced: new Counter({
      name: 'workers_replaced_total',
      help: 'Workers that went deaf and got a new connection',
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

/** The worker of one queue, replaced when it falls silent. */
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
      // A new one has as long; that it hears nothing either shows in the silence, which goes on.
      if (Math.min(silentFor(), performance.now() - openedAt) < silenceMs) return;
      logger.error({ queue: name }, 'worker heard of no job for too long and is replaced');
      meters.replaced.inc({ queue: name });
      const silent = current;
      current = open();
      openedAt = performance.now();
      await shut(silent, SHUT_MS);
    },
    close: (deadlineMs: number) => shut(current, deadlineMs),
  };
}

/** The places of a worker: whether a job is in one of them that has not been there for so long that it hangs. */
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

/** Says in the log what becomes of a job that failed. */
export function noteFailed(logger: Logger, queue: QueueName, job: Job | undefined, error: Error): void {
  const attempt = job?.attemptsMade ?? 0;
  const words = { queue, job: job?.name, id: job?.id, attempt, reason: error.message };
  // A job that made its workers go silent too often gets no further attempt, however many are left.
  const isLast = !job || attempt >= (job.opts.attempts ?? 1) || error.message.includes('stalled');
  // One of a schedule has one attempt: what it left, the next one does.
  if (isLast && job?.repeatJobKey) logger.error(words, 'job failed, and is for the next of its schedule');
  else if (isLast) logger.error(words, 'job failed for good');
  else logger.warn(words, 'job failed and is tried again');
}

/**
 * How the jobs of a queue are run. The one place where a surprise in a job is caught: it is counted, logged by the listener
 * and tried again.
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

/** Puts back the schedules that Redis does not have, or has otherwise, or whose next job it lost. */
async function keepSchedules({ queues }: Options, schedules: readonly Schedule[]): Promise<void> {
  for (const { id, queue, name, data, everyMs, firstAt } of schedules) {
    const opts = optionsOf(name);
    const existing = await queues.queue(queue).getJobScheduler(id);
    const isStored = existing?.every === everyMs && (existing.next ?? 0) > Date.now() - LATE_MS;
    // The queue adds options of its own.
    if (isStored && isDeepStrictEqual({ ...existing.template?.opts, ...opts }, existing.template?.opts))
      continue;
    const often = { every: everyMs, ...(firstAt && { startDate: firstAt() }) };
    await queues.queue(queue).upsertJobScheduler(id, often, { name, data, opts });
  }
}

/**
 * How finished scheduled jobs are kept. A count of its own would trim the whole queue's finished jobs to it, whose ids
 * keep a repeated job from running twice; so they are kept like all others, and a canary not at all. Nor is one that failed:
 * what it left the next one does, and all of an outage would be counted as failed for as long as jobs are kept.
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
