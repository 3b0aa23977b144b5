import { randomUUID } from 'node:crypto';
import { type Core, type CoreDeps, createCore } from '@heartline/core';
import {
  armFailpoints,
  type Clock,
  createDevClock,
  createIds,
  createLimits,
  createLogger,
  createPaymentProvider,
  createPresence,
  createPublisher,
  createPushSender,
  createQueues,
  createVersions,
  type PaymentProvider,
  type PushSender,
  systemClock,
} from '@heartline/platform';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Server } from 'socket.io';
import { createApp } from './app.ts';
import { type GatewayConfig, readGatewayConfig } from './config.ts';
import { connectEngines, type Engines, readinessChecks } from './connect-engines.ts';
import { createDoor } from './http/door.ts';
import { attachMembers, createLive } from './live/live.ts';
import { createMetrics, serveMetrics } from './plugins/metrics.ts';

/** What tests put in place of the world outside. */
export interface GatewayOverrides {
  clock?: Clock;
  push?: PushSender;
  payments?: PaymentProvider;
}

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
  overrides: GatewayOverrides = {},
): Promise<RunningGateway> {
  armFailpoints(config.failpoints);
  const logger = createLogger({ level: config.logLevel, service: 'gateway' });
  const prefix = config.redisPrefix;
  const engines = await connectEngines(config, logger, `gateway-${randomUUID()}`);
  const devClock =
    config.devTools && !overrides.clock ? await createDevClock(engines.redis, prefix) : undefined;
  const clock = overrides.clock ?? devClock ?? systemClock;
  const own = { clock, ids: createIds(clock.now), logger };
  const door = createDoor();
  const io = createLive({
    http: door.server,
    redis: engines,
    prefix,
    allowedOrigins: config.allowedOrigins,
    logger,
    now: clock.now,
  });
  const { core, presence, publisher, queues } = buildCore(config, overrides, engines, { ...own, io });
  const metrics = createMetrics();
  const app = await createApp({
    ...own,
    core,
    config,
    metrics,
    limits: createLimits({ redis: engines.redis, prefix, logger }),
    // The machine’s own clock: the one of the dev hub may be hours ahead on purpose.
    ready: readinessChecks(engines, overrides.clock ?? systemClock),
    door,
  });
  const subscribed = () => engines.subscribe.ping();
  const members = attachMembers(io, { core, presence, publisher, logger, now: clock.now, subscribed });
  engines.onRedisBack(() => void members.resync());
  const address = await app.listen({ host: config.host, port: config.port });
  const metricsServer = await serveMetrics(metrics, config.host, config.metricsPort);
  logger.info({ address }, 'gateway listens');
  return {
    app,
    core,
    address,
    async close() {
      members.close();
      await metricsServer.close();
      const drained = app.close();
      await io.close();
      await drained;
      devClock?.close();
      await core.messaging.flush();
      await queues.close();
      await engines.close();
    },
  };
}

/** The use cases, with what they publish through and leave work with. */
function buildCore(
  config: GatewayConfig,
  overrides: GatewayOverrides,
  engines: Engines,
  own: Pick<CoreDeps, 'clock' | 'ids' | 'logger'> & { io: Server },
) {
  const { redisPrefix: prefix, secrets } = config;
  const { io, ...deps } = own;
  const presence = createPresence(engines.redis, prefix);
  const versions = createVersions(engines.redis, prefix);
  const publisher = createPublisher({ io, versions, prefix, logger: deps.logger });
  const queues = createQueues({ url: secrets.redisUrl, prefix, logger: deps.logger });
  const core = createCore({
    ...engines,
    ...outsideOf(config, overrides),
    ...deps,
    queues,
    publisher,
    presence,
  });
  return { core, presence, publisher, queues };
}

/** The world outside as the configuration says, or as a test has it instead. */
function outsideOf(
  config: GatewayConfig,
  overrides: GatewayOverrides,
): Pick<CoreDeps, 'push' | 'payments' | 'config'> {
  const { secrets } = config;
  return {
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
    config: {
      publicOrigin: config.publicOrigin,
      webhookOrigin: config.webhookOrigin,
      mediaSecret: secrets.mediaSecret,
      mediaDir: config.mediaDir,
    },
  };
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
