import { DEFAULT_SETTINGS } from '@heartline/contracts';
import { JOBS, matchHandlers } from '@heartline/contracts/registry';
import { type Core, checkInvariants, createCore, migrate } from '@heartline/core';
import {
  armFailpoints,
  atomicityProblem,
  type Clock,
  checkQueueRedis,
  closeLiveServer,
  connectMongo,
  connectRedis,
  createDevClock,
  createIds,
  createLiveServer,
  createLogger,
  createMailer,
  createMetrics,
  createPaymentProvider,
  createPresence,
  createPublisher,
  createPushSender,
  createQueues,
  createVersions,
  type Mailer,
  type PaymentProvider,
  type PushSender,
  probeAtomicity,
  runWorkers,
  systemClock,
  type Workers,
} from '@heartline/platform';
import closeWithGrace from 'close-with-grace';
import { Gauge, type Registry } from 'prom-client';
import { readWorkerConfig, type WorkerConfig } from './config.ts';
import { type Check, createHealthServer } from './health.ts';
import { createJobs } from './jobs/index.ts';
import { SCHEDULES } from './schedules.ts';

/** What tests put in place of the world outside. */
export interface WorkerOverrides {
  clock?: Clock;
  push?: PushSender;
  payments?: PaymentProvider;
  mailer?: Mailer;
}

/** A worker that takes jobs. */
export interface RunningWorker {
  core: Core;
  /** Where health and metrics are: `http://127.0.0.1:3100`. */
  address: string;
  /** Takes no new jobs, lets running ones end for a while, then leaves every connection. */
  close(): Promise<void>;
}

/** Jobs that run longer than this at the end are left to another worker. */
const CLOSE_DEADLINE_MS = 8_000;
/** A worker this silent is deaf although it was replaced; health says so. */
const DEAF_MS = 90_000;
/** Holds younger than this may still be open when the audit looks. */
const AUDIT_QUIET_MS = 120_000;

/**
 * Connects to everything, refuses engines that jobs are not safe on, and takes jobs. Rejects with the sentence that
 * says what to change.
 */
export async function startWorker(
  config: WorkerConfig,
  overrides: WorkerOverrides = {},
): Promise<RunningWorker> {
  armFailpoints(config.failpoints);
  const logger = createLogger({ level: config.logLevel, service: 'worker' });
  const metrics = createMetrics();
  const parts = await connect(config, overrides, logger);
  const { core, mongo, queues, clock } = parts;
  await refuseUnsafe(parts, metrics, logger);
  const mailer = overrides.mailer ?? createMailer({ url: config.secrets.smtpUrl, from: config.mailFrom });
  const handlers = createJobs({
    core,
    mailer,
    logger,
    violations: new Gauge({
      name: 'invariant_violations',
      help: 'Findings of the last audit',
      labelNames: ['invariant'],
      registers: [metrics],
    }),
    check: (windowMs) =>
      checkInvariants(mongo, {
        now: clock.now(),
        quietMs: AUDIT_QUIET_MS,
        windowMs,
        freeConversations: DEFAULT_SETTINGS.free_conversations,
      }),
  });
  matchHandlers('jobs', JOBS, handlers);
  const workers = await runWorkers({
    url: config.secrets.redisUrl,
    prefix: config.redisPrefix,
    logger,
    metrics,
    queues,
    handlers,
    concurrency: config.concurrency,
    schedules: SCHEDULES,
  });
  const health = createHealthServer(checksOf(parts, workers), metrics);
  const address = await health.listen({ host: config.host, port: config.port });
  logger.info({ address }, 'worker takes jobs');
  return {
    core,
    address,
    async close() {
      await health.close();
      await workers.close(CLOSE_DEADLINE_MS);
      await core.messaging.flush();
      await parts.close();
      logger.info('worker closed');
    },
  };
}

type Log = ReturnType<typeof createLogger>;
type Parts = Awaited<ReturnType<typeof connect>>;

/** Everything a use case reaches, as the worker has it: it publishes to members but no socket comes here. */
async function connect(config: WorkerConfig, overrides: WorkerOverrides, logger: Log) {
  const prefix = config.redisPrefix;
  const redisNamed = (name: string) => connectRedis({ url: config.secrets.redisUrl, logger, name });
  const [mongo, redis, publish, subscribe] = await Promise.all([
    connectMongo({
      url: config.secrets.mongoUrl,
      database: config.mongoDatabase,
      poolSize: config.mongoPool,
      bulk: config.mongoBulk,
    }),
    redisNamed('commands'),
    redisNamed('publish'),
    redisNamed('subscribe'),
  ]);
  await migrate(mongo);
  const devClock = config.devTools && !overrides.clock ? await createDevClock(redis, prefix) : undefined;
  const clock = overrides.clock ?? devClock ?? systemClock;
  const io = createLiveServer({ publish, subscribe, prefix });
  const queues = createQueues({ url: config.secrets.redisUrl, prefix, logger });
  const { secrets } = config;
  const core = createCore({
    mongo,
    redis,
    queues,
    publisher: createPublisher({ io, versions: createVersions(redis, prefix), prefix, logger }),
    presence: createPresence(redis, prefix),
    clock,
    ids: createIds(clock.now),
    push:
      overrides.push ??
      createPushSender({
        publicKey: config.vapidPublicKey,
        privateKey: secrets.vapidPrivateKey,
        subject: config.vapidSubject,
        localOrigins: config.pushLocalOrigins,
      }),
    payments:
      overrides.payments ??
      createPaymentProvider({
        url: config.paymentUrl,
        key: secrets.paymentKey,
        webhookSecret: secrets.paymentWebhookSecret,
      }),
    logger,
    config: {
      publicOrigin: config.publicOrigin,
      webhookOrigin: config.webhookOrigin,
      mediaSecret: secrets.mediaSecret,
      mediaDir: config.mediaDir,
    },
  });
  async function close(): Promise<void> {
    devClock?.close();
    await queues.close();
    await closeLiveServer(io);
    await Promise.all([redis, publish, subscribe].map((client) => client.close()));
    await mongo.close();
  }
  return { core, mongo, redis, queues, clock, close };
}

/** Queues must not be evicted, and one document must change for one caller at a time (F31). */
async function refuseUnsafe({ redis, mongo, close }: Parts, metrics: Registry, logger: Log): Promise<void> {
  const probed = await probeAtomicity(mongo, `worker-${createIds().documentId()}`);
  new Gauge({
    name: 'engine_atomic',
    help: '1 when of 50 parallel compare-and-sets exactly one won at start-up',
    registers: [metrics],
  }).set(probed.atomic ? 1 : 0);
  logger.info(probed, 'probe: 50 parallel compare-and-sets');
  const problems = await checkQueueRedis(redis);
  const problem = atomicityProblem(probed);
  if (problem) problems.push(problem);
  if (problems.length === 0) return;
  await close();
  throw new Error(problems.join('\n'));
}

function checksOf({ mongo, redis }: Parts, workers: Workers): Check[] {
  return [
    {
      name: 'mongo',
      check: async () => {
        await mongo.connection.db?.admin().ping();
      },
    },
    {
      name: 'redis',
      check: async () => {
        await redis.ping();
      },
    },
    {
      name: 'jobs',
      check: async () => {
        const silent = workers.silentMs();
        if (silent > DEAF_MS) throw new Error(`no job heard of for ${Math.round(silent / 1_000)} s`);
      },
    },
  ];
}

if (import.meta.main) {
  const worker = await startWorker(readWorkerConfig());
  closeWithGrace({ delay: CLOSE_DEADLINE_MS + 2_000 }, async () => worker.close());
}
