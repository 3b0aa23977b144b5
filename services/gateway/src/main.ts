import { randomUUID } from 'node:crypto';
import { type Core, createCore, migrate, requireNoDemoWorld, requireRoutes } from '@heartline/core';
import {
  type ConnectedDependencies,
  type ConnectOptions,
  connectDependencies,
  createLogger,
  createMetrics,
  type DependencyOverrides,
  listening,
  type ReadinessCheck,
  requireAtomicity,
  requireMediaDir,
  runService,
  startWhenAvailable,
  subscribed,
} from '@heartline/platform';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { type GatewayConfig, readGatewayConfig } from './config.ts';
import { createHttpServer } from './http/http-server.ts';
import { attachMembers } from './live/live.ts';
import { attachOperators } from './live/operators.ts';
import { createSocketLookUp, createSocketServer } from './live/socket-server.ts';
import { serveMetrics } from './plugins/metrics.ts';

/** After its sockets have moved, a gateway that does not end by itself is ended. */
const CLOSE_DEADLINE_MS = 10_000;

/** A gateway that listens. */
export interface RunningGateway {
  app: FastifyInstance;
  core: Core;
  /** Such as `http://127.0.0.1:3000`. */
  address: string;
  /**
   * Takes no more sockets and sends its own elsewhere, finishes what it does, ends queues, Redis and MongoDB, in that
   * order. `drainMs` is how long sockets may take; as configured unless told otherwise.
   */
  close(drainMs?: number): Promise<void>;
}

/**
 * Connects to everything, builds the gateway and listens. Rejects with the reason when a part is not there, and leaves
 * nothing open then: it may be tried again in the same process.
 */
export async function startGateway(
  config: GatewayConfig,
  overrides: DependencyOverrides = {},
): Promise<RunningGateway> {
  const opened = new AsyncDisposableStack();
  try {
    return await open(config, overrides, opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** As above; what must be closed where it fails half-way is noted in `opened`. */
async function open(config: GatewayConfig, overrides: DependencyOverrides, opened: AsyncDisposableStack) {
  const logger = createLogger({ level: config.logLevel, service: 'gateway' });
  const metrics = createMetrics();
  const httpServer = createHttpServer();
  const sockets = createSocketServer({ config, httpServer, metrics, logger });
  const { drain, preAuth, meters, perMember, live } = sockets;
  const connected = opened.adopt(await connect(config, { overrides, logger, live, metrics }), leave);
  const { engines, deps, io } = connected;
  const { clock, ids, publisher, presence, limits } = deps;
  const core = createCore(deps);
  meters.watch(io);
  const shared = { core, config, logger, metrics, limits };
  const app = await createApp({
    ...shared,
    clock,
    ids,
    ready: [...withoutRedis(connected.checks), { name: 'open', check: drain.check }],
    httpServer,
    isDraining: drain.isOn,
  });
  // Close both together: each waits for connections that the other ends.
  const closeServers = async () => {
    const drained = httpServer.emptiedBy(app.close());
    await io.close();
    await drained;
  };
  opened.defer(closeServers);
  const lookUp = createSocketLookUp(shared);
  const members = attachMembers(io, {
    core,
    lookUp,
    presence,
    publisher,
    logger,
    now: clock.now,
    subscribed: () => subscribed(engines.live),
    redisReady: engines.redisReady,
    onAdmitted: preAuth.leave,
    perMember,
    devices: config.devicesPerMember,
    isDraining: drain.isOn,
  });
  const operators = attachOperators(io, { core, lookUp });
  opened.defer(() => [members, operators].forEach((one) => one.close()));
  engines.onRedisBack(() => void members.resync());
  // 200,000 profiles take some seconds. After a failure the first search tries again.
  await core.discovery.warmUp().catch((error: unknown) => logger.warn({ error }, 'search is not warm'));
  // Tests start gateways by the hundred, and few ask for a place.
  if (config.mode !== 'test') core.profiles.warmUpPlaces();
  const address = await listening((at) => app.listen(at), config);
  const metricsServer = await serveMetrics(metrics, config.host, config.metricsPort);
  const close = async (drainMs = config.drainMs) => {
    await drain.start(io, drainMs);
    members.close();
    operators.close();
    await metricsServer.close();
    await closeServers();
    await core.messaging.flush();
    await connected.close();
  };
  return { app, core, address, close };
}

/**
 * All gateways share one Redis, so an unready gateway could send its members nowhere. Reading and writing continue without
 * Redis (decision 035).
 */
const withoutRedis = (checks: readonly ReadinessCheck[]): ReadinessCheck[] =>
  checks.map((one) => ({ ...one, isDispensable: one.name === 'redis' }));

const leave = (connected: ConnectedDependencies) => connected.close();

/** Connects, makes missing indexes, and asks the engine to prove itself; leaves nothing open when it does not. */
async function connect(config: GatewayConfig, options: ConnectOptions): Promise<ConnectedDependencies> {
  const connected = await connectDependencies(config, options);
  try {
    await requireMediaDir(config.mediaDir);
    if (config.mode === 'production') await requireNoDemoWorld(connected.deps.mongo);
    await migrate(connected.deps.mongo);
    await requireRoutes(connected.deps);
    await requireAtomicity(connected.deps.mongo, `gateway-${randomUUID()}`);
    return connected;
  } catch (error) {
    await connected.close();
    throw error;
  }
}

async function run(): Promise<void> {
  const config = readGatewayConfig();
  const logger = createLogger({ level: config.logLevel, service: 'gateway' });
  for (const notice of config.notices) logger.warn(notice);
  const gateway = await startWhenAvailable(() => startGateway(config), logger);
  const delay = config.drainMs + CLOSE_DEADLINE_MS;
  closeWithGrace({ delay, logger: gateway.app.log }, async ({ err }) => {
    if (err) logger.error({ err }, 'unexpected, closing');
    else logger.info({ drainMs: config.drainMs }, 'gateway ends; its sockets move to others');
    // A broken gateway must not serve anyone.
    await gateway.close(err ? 0 : undefined);
    logger.info('gateway closed');
  });
}

/** Runs the gateway of this process until a signal ends it. `main.js` calls it once Node.js is new enough. */
export const runGateway = (): void => runService('gateway', run);
