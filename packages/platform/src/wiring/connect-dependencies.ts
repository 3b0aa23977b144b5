import type { Registry } from 'prom-client';
import type { Server } from 'socket.io';
import { type Clock, systemClock } from '../clock.ts';
import { createDevClock } from '../dev-clock.ts';
import { armFailpoints } from '../failpoints.ts';
import { createIds } from '../ids.ts';
import { createLimits } from '../limits.ts';
import { createPublisher } from '../live/publish.ts';
import { closeLiveServer, createLiveServer } from '../live/server.ts';
import type { Logger } from '../logger.ts';
import { createPaymentAccounts } from '../payments/accounts.ts';
import { meteredAccounts } from '../payments/metered-accounts.ts';
import type { PaymentAccounts, PushSender, SmsSender } from '../ports.ts';
import { createQueues } from '../queue/queues.ts';
import { createPresence } from '../redis/presence.ts';
import { createVersions } from '../redis/version.ts';
import { createSmsSender } from '../sms/sms-sender.ts';
import { createPushSender } from '../web-push/push-sender.ts';
import { connectEngines, type Engines } from './connect-engines.ts';
import { engineChecks, type ReadinessCheck } from './readiness.ts';
import type { SharedConfig } from './shared-settings.ts';

/** Replacements for external services, for tests. */
export interface DependencyOverrides {
  clock?: Clock;
  push?: PushSender;
  payments?: PaymentAccounts;
  sms?: SmsSender;
}

export interface ConnectOptions {
  logger: Logger;
  overrides?: DependencyOverrides;
  /** Longest wait for Redis; without it, no limit. */
  timeoutMs?: number;
  /** Registry for the metrics of calls to payment providers; without it, they are not measured. */
  metrics?: Registry;
  /** Makes the live server. The default only publishes. */
  live?(engines: Engines, now: () => number): Server;
}

/** All connections of one process. */
export type ConnectedDependencies = Awaited<ReturnType<typeof connectDependencies>>;

/**
 * Connects one process to databases and external services, as configured. Shared by gateway, worker and the admin
 * command; `deps` is the input of `createCore`. The caller runs `migrate` first.
 * @throws the reason, without open connections, when a database is unavailable.
 */
export async function connectDependencies(config: SharedConfig, options: ConnectOptions) {
  armFailpoints(config.failpoints);
  const { logger, overrides = {} } = options;
  const prefix = config.redisPrefix;
  const engines = await connectEngines(config, logger, options.timeoutMs);
  const { mongo, redis } = engines;
  const devClock = config.devTools && !overrides.clock ? await createDevClock(redis, prefix) : undefined;
  const clock = overrides.clock ?? devClock ?? systemClock;
  const io = options.live?.(engines, clock.now) ?? createLiveServer({ redis: engines.live, prefix });
  const queues = createQueues({ url: config.secrets.redisUrl, prefix, logger });
  const deps = {
    mongo,
    redis,
    queues,
    publisher: createPublisher({
      io,
      versions: createVersions(engines.live, prefix),
      prefix,
      logger,
      now: clock.now,
    }),
    presence: createPresence(redis, prefix),
    clock,
    ids: createIds(clock.now),
    limits: createLimits({ redis, prefix, logger }),
    logger,
    ...(await outsideOf(config, overrides, { clock, metrics: options.metrics })),
    config: factsOf(config),
  };
  return {
    engines,
    io,
    deps,
    /** Checks use the system clock, because the dev hub's clock may be hours ahead on purpose. */
    checks: engineChecks(engines, overrides.clock ?? systemClock) satisfies ReadinessCheck[],
    /** Closes queues, sockets and databases, in that order. A gateway disconnects its members first. */
    async close(): Promise<void> {
      devClock?.close();
      await queues.close();
      await deps.publisher.close();
      // A server with its own sockets was closed with its HTTP server.
      if (!io.engine) await closeLiveServer(io);
      await engines.close();
    },
  };
}

/** External services as configured, or replaced by a test. */
async function outsideOf(
  config: SharedConfig,
  overrides: DependencyOverrides,
  { clock, metrics }: { clock: Clock; metrics: Registry | undefined },
): Promise<{ push: PushSender; payments: PaymentAccounts; sms: SmsSender | undefined }> {
  const { secrets } = config;
  const payments = overrides.payments ?? (await createPaymentAccounts(secrets.paymentAccounts, clock));
  return {
    push:
      overrides.push ??
      createPushSender({
        publicKey: config.vapidPublicKey,
        privateKey: secrets.vapidPrivateKey,
        subject: config.vapidSubject,
        localOrigins: config.pushLocalOrigins,
      }),
    payments: metrics ? meteredAccounts(payments, metrics) : payments,
    sms: overrides.sms ?? (secrets.sms && createSmsSender(secrets.sms)),
  };
}

/** The settings of an installation that use cases need. */
function factsOf(config: SharedConfig) {
  return {
    publicOrigin: config.publicOrigin,
    webhookOrigin: config.webhookOrigin,
    mediaSecret: config.secrets.mediaSecret,
    paymentHashSecret: config.secrets.paymentHash,
    mediaDir: config.mediaDir,
  };
}
