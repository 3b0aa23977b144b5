import { randomUUID } from 'node:crypto';
import { type Core, createCore, migrate } from '@heartline/core';
import {
  type ConnectedHouse,
  connectHouse,
  createLimits,
  createLogger,
  createMetrics,
  type HouseOverrides,
  type Logger,
  requireAtomicity,
} from '@heartline/platform';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { type GatewayConfig, readGatewayConfig } from './config.ts';
import { createDoor, type Door } from './http/door.ts';
import { attachMembers, createLive } from './live/live.ts';
import { attachOperators } from './live/operators.ts';
import { serveMetrics } from './plugins/metrics.ts';

/** A gateway that listens. */
export interface RunningGateway {
  app: FastifyInstance;
  core: Core;
  /** Such as `http://127.0.0.1:3000`. */
  address: string;
  /** Takes no more visitors, finishes what it does, ends sockets, queues, Redis and MongoDB, in that order. */
  close(): Promise<void>;
}

/** Connects to everything, builds the gateway and listens. Rejects with the reason when a part is not there. */
export async function startGateway(
  config: GatewayConfig,
  overrides: HouseOverrides = {},
): Promise<RunningGateway> {
  const logger = createLogger({ level: config.logLevel, service: 'gateway' });
  const door = createDoor();
  const house = await connect(config, overrides, door, logger);
  const { engines, io, deps } = house;
  const { clock, ids, publisher, presence } = deps;
  const core = createCore(deps);
  const metrics = createMetrics();
  const app = await createApp({
    clock,
    ids,
    logger,
    core,
    config,
    metrics,
    limits: createLimits({ redis: engines.redis, prefix: config.redisPrefix, logger }),
    ready: house.checks,
    door,
  });
  const subscribed = () => engines.subscribe.ping();
  const members = attachMembers(io, {
    core,
    presence,
    publisher,
    logger,
    now: clock.now,
    subscribed,
    redisReady: engines.redisReady,
  });
  const operators = attachOperators(io, core);
  engines.onRedisBack(() => void members.resync());
  // 200,000 profiles take some seconds. What fails here is tried again by the first search.
  await core.discovery.warmUp().catch((error: unknown) => logger.warn({ error }, 'search is not warm'));
  const address = await app.listen({ host: config.host, port: config.port });
  const metricsServer = await serveMetrics(metrics, config.host, config.metricsPort);
  logger.info({ address }, 'gateway listens');
  return {
    app,
    core,
    address,
    async close() {
      members.close();
      operators.close();
      await metricsServer.close();
      const drained = app.close();
      await io.close();
      await drained;
      await core.messaging.flush();
      await house.close();
    },
  };
}

/** Connects, makes missing indexes, and asks the engine to prove itself; leaves nothing open when it does not. */
async function connect(
  config: GatewayConfig,
  overrides: HouseOverrides,
  door: Door,
  logger: Logger,
): Promise<ConnectedHouse> {
  const house = await connectHouse(config, {
    logger,
    overrides,
    live: (redis, now) =>
      createLive({
        http: door.server,
        redis,
        prefix: config.redisPrefix,
        allowedOrigins: config.allowedOrigins,
        logger,
        now,
      }),
  });
  try {
    await migrate(house.deps.mongo);
    await requireAtomicity(house.deps.mongo, `gateway-${randomUUID()}`);
    return house;
  } catch (error) {
    await house.close();
    throw error;
  }
}

async function run(): Promise<void> {
  const gateway = await startGateway(readGatewayConfig());
  closeWithGrace({ delay: 10_000, logger: gateway.app.log }, async ({ err }) => {
    if (err) gateway.app.log.error({ err }, 'unexpected, closing');
    await gateway.close();
  });
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    process.stderr.write(
      `The gateway did not start. ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  });
}
