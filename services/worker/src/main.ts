import { JOBS, matchHandlers } from '@heartline/contracts/registry';
import {
  type Core,
  checkInvariants,
  createCore,
  lastAudits,
  migrate,
  noteAudit,
  requireNoDemoWorld,
  requireRoutes,
} from '@heartline/core';
import {
  atomicityProblem,
  type ConnectedDependencies,
  checkQueueRedis,
  connectDependencies,
  createIds,
  createLogger,
  createMailer,
  createMetrics,
  type DependencyOverrides,
  type JobHandler,
  type Logger,
  listening,
  probeAtomicity,
  type ReadinessCheck,
  requireMediaDir,
  runService,
  runWorkers,
  startWhenAvailable,
  type Workers,
} from '@heartline/platform';
import closeWithGrace from 'close-with-grace';
import { Gauge, type Registry } from 'prom-client';
import { withAuditFigures } from './audit-figures.ts';
import { readWorkerConfig, type WorkerConfig } from './config.ts';
import { createHealthServer } from './health.ts';
import type { Auditor } from './jobs/audit-ledgers.job.ts';
import { createJobs } from './jobs/index.ts';
import { withPaymentMetrics } from './payment-metrics.ts';
import { withQueueFigures } from './queue-figures.ts';
import { schedulesOf } from './schedules.ts';
import { warnOfDemoSettings } from './warn-of-demo-settings.ts';

/** A worker that takes jobs. */
export interface RunningWorker {
  core: Core;
  /** Address of health and metrics: `http://127.0.0.1:3100`. */
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
 * says what to change, and leaves nothing open then: it may be tried again in the same process.
 */
export async function startWorker(
  config: WorkerConfig,
  overrides: DependencyOverrides = {},
): Promise<RunningWorker> {
  const logger = createLogger({ level: config.logLevel, service: 'worker' });
  const metrics = createMetrics();
  const connected = await connect(config, overrides, metrics, logger);
  const core = createCore(connected.deps);
  const mailer = createMailer({
    url: config.secrets.smtpUrl,
    from: config.mailFrom,
    connections: config.concurrency.mail,
    ...config.mailServer,
  });
  const leave = async () => {
    mailer.close();
    await core.messaging.flush();
    await connected.close();
  };
  try {
    const handlers = createJobs({ core, mailer, logger, auditor: auditorOf(connected, core) });
    matchHandlers('jobs', JOBS, handlers);
    // Before any job is taken: it may fail, and only connections are left then.
    if (config.mode === 'production')
      await warnOfDemoSettings(core, { publicOrigin: config.publicOrigin, logger });
    const running = await takeJobs(config, { connected, core, handlers, metrics, logger });
    logger.info({ address: running.address }, 'worker takes jobs');
    return {
      core,
      address: running.address,
      async close() {
        await running.close();
        await leave();
        logger.info('worker closed');
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Runs the jobs, and tells of them on a port of its own; takes none when it can't listen there. */
async function takeJobs(
  config: WorkerConfig,
  parts: {
    connected: ConnectedDependencies;
    core: Core;
    handlers: readonly JobHandler[];
    metrics: Registry;
    logger: Logger;
  },
): Promise<Pick<RunningWorker, 'address' | 'close'>> {
  const { connected, core, handlers, metrics, logger } = parts;
  const { engines, deps } = connected;
  const workers = await runWorkers({
    redis: engines.redis,
    queues: deps.queues,
    logger,
    metrics,
    handlers,
    ...runOptions(config),
  });
  withQueueFigures(metrics, core);
  withPaymentMetrics(metrics, core);
  withAuditFigures(metrics, () => lastAudits(deps.mongo));
  const health = createHealthServer(checksOf(connected, workers), metrics);
  const close = async () => {
    await health.close();
    await workers.close(CLOSE_DEADLINE_MS);
  };
  try {
    return { address: await listening((at) => health.listen(at), config), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The audit of everything stored, and where it keeps what it found. */
function auditorOf({ deps }: ConnectedDependencies, core: Core): Auditor {
  const { mongo, clock } = deps;
  const settingsOf = async (site: string) => (await core.site.settingsOf(site)).settings;
  return {
    check: (windowMs, whole) =>
      checkInvariants(mongo, {
        now: clock.now(),
        quietMs: AUDIT_QUIET_MS,
        windowMs,
        whole,
        freeConversations: async (site) => (await settingsOf(site)).free_conversations,
        swipeLikes: async (site) => (await settingsOf(site)).swipe_likes,
        photos: {
          limit: async (site) => (await settingsOf(site)).premium_photos,
          forms: (key) => core.profiles.storedForms(key),
        },
      }),
    note: (reach, found) => noteAudit(mongo, { reach, at: clock.now(), found }),
  };
}

/** Options of the job runner from the configuration. */
function runOptions(config: WorkerConfig) {
  return {
    url: config.secrets.redisUrl,
    prefix: config.redisPrefix,
    concurrency: config.concurrency,
    schedules: schedulesOf(config),
    lockMs: config.jobLockMs,
  };
}

/** Connects and makes missing indexes; leaves nothing open when an engine is not one that jobs are safe on. */
async function connect(
  config: WorkerConfig,
  overrides: DependencyOverrides,
  metrics: Registry,
  logger: Logger,
): Promise<ConnectedDependencies> {
  const connected = await connectDependencies(config, { logger, overrides, metrics });
  try {
    await requireMediaDir(config.mediaDir);
    if (config.mode === 'production') await requireNoDemoWorld(connected.deps.mongo);
    await migrate(connected.deps.mongo);
    await requireRoutes(connected.deps);
    await refuseUnsafe(connected, metrics, logger);
    return connected;
  } catch (error) {
    await connected.close();
    throw error;
  }
}

/** Queues must not be evicted, and one document must change for one caller at a time (F31). */
async function refuseUnsafe(
  { deps }: ConnectedDependencies,
  metrics: Registry,
  logger: Logger,
): Promise<void> {
  const probed = await probeAtomicity(deps.mongo, `worker-${createIds().documentId()}`);
  // The second is the former name, shown for one release.
  for (const name of ['database_atomic', 'engine_atomic']) {
    const help = '1 when of 50 parallel compare-and-sets exactly one won at start-up';
    new Gauge({ name, help, registers: [metrics] }).set(probed.atomic ? 1 : 0);
  }
  logger.info(probed, 'probe: 50 parallel compare-and-sets');
  const problems = await checkQueueRedis(deps.redis);
  const problem = atomicityProblem(probed);
  if (problem) problems.push(problem);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function checksOf(connected: ConnectedDependencies, workers: Workers): ReadinessCheck[] {
  return [
    ...connected.checks,
    {
      name: 'jobs',
      check: async () => {
        const silent = workers.silentMs();
        if (silent > DEAF_MS) throw new Error(`no job heard of for ${Math.round(silent / 1_000)} s`);
      },
    },
  ];
}

async function run(): Promise<void> {
  const config = readWorkerConfig();
  const logger = createLogger({ level: config.logLevel, service: 'worker' });
  for (const notice of config.notices) logger.warn(notice);
  const worker = await startWhenAvailable(() => startWorker(config), logger);
  closeWithGrace({ delay: CLOSE_DEADLINE_MS + 2_000, logger }, async ({ err }) => {
    if (err) logger.error({ err }, 'unexpected, closing');
    await worker.close();
  });
}

/** Runs the worker of this process until a signal ends it. `main.js` calls it once Node.js is new enough. */
export const runWorker = (): void => runService('worker', run);
