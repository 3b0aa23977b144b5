import { rm } from 'node:fs/promises';
import { type Core, createCore, migrate } from '@heartline/core';
import { readGatewayConfig } from '@heartline/gateway';
import { environmentOf, type Surroundings } from '@heartline/local/stack';
import { temporaryData } from '@heartline/local/temporary-data';
import {
  connectDependencies,
  createLogger,
  createVapidKeys,
  type DependencyOverrides,
  type Mongo,
  type PaymentAccounts,
  type PushSender,
  type Queues,
  type Redis,
} from '@heartline/platform';
import { NOWHERE } from './nowhere.ts';

/** The use cases over real databases, without a service around them. */
export interface CoreInTest {
  core: Core;
  mongo: Mongo;
  redis: Redis;
  queues: Queues;
  stop(): Promise<void>;
}

/** External services refuse everything unless a test brings its own. */
const noPush: PushSender = {
  publicKey: '',
  accepts: () => false,
  send: async () => ({ outcome: 'gone' }),
};
const noPayments: PaymentAccounts = { names: [], of: () => undefined, serving: () => [] };

const vapid = createVapidKeys();
/** No external service knows these secrets. */
const SECRETS = {
  mediaSecret: 'x'.repeat(32),
  paymentKey: 'key',
  paymentWebhookSecret: 'w'.repeat(32),
  paymentHashSecret: 'h'.repeat(32),
  vapidPublicKey: vapid.publicKey,
  vapidPrivateKey: vapid.privateKey,
};

/** Addresses of a core's databases. The names are those of a site unless given. */
export interface CoreAddress extends Pick<Surroundings, 'names'> {
  mongoUrl: string;
  redisUrl: string;
}

/** Builds the core over running databases, and creates indexes. Several cores may share the databases. */
export async function startCore(options: CoreAddress & DependencyOverrides): Promise<CoreInTest> {
  const { mongoUrl, redisUrl, names, ...overrides } = options;
  const dir = await temporaryData('core');
  const engines = { mongo: { url: mongoUrl }, redis: { url: redisUrl }, ...(names ? { names } : {}) };
  const environment = environmentOf({ dir, mode: 'test', ...engines, ...NOWHERE }, SECRETS, undefined);
  const connected = await connectDependencies(readGatewayConfig({ ...environment, DEV_TOOLS: 'no' }), {
    logger: createLogger({ level: 'silent', service: 'test' }),
    overrides: { push: noPush, payments: noPayments, ...overrides },
  });
  const { mongo, redis, queues } = connected.deps;
  await migrate(mongo);
  const core = createCore(connected.deps);
  return {
    core,
    mongo,
    redis,
    queues,
    async stop() {
      await core.messaging.flush();
      await connected.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
