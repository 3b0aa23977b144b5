import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, createCore, migrate } from '@heartline/core';
import {
  type Clock,
  closeLiveServer,
  connectMongo,
  connectRedis,
  createIds,
  createLiveServer,
  createLogger,
  createPresence,
  createPublisher,
  createQueues,
  createVersions,
  type Mongo,
  type PaymentProvider,
  type PushSender,
  type Queues,
  type Redis,
  systemClock,
} from '@heartline/platform';

/** The use cases over real engines, without a service around them. */
export interface CoreInTest {
  core: Core;
  mongo: Mongo;
  redis: Redis;
  queues: Queues;
  stop(): Promise<void>;
}

/** Parts that stand outside us are refused unless a test brings its own. */
const noPush: PushSender = {
  publicKey: '',
  accepts: () => false,
  send: async () => ({ outcome: 'gone' }),
};
const noPayments: PaymentProvider = {
  create: async () => {
    throw new Error('this test has no payment provider');
  },
  fetch: async () => undefined,
  cancel: async () => undefined,
  verifyWebhook: () => false,
};

/** Builds the core over engines that run already, with indexes made. Several may share the engines. */
export async function startCore(options: {
  mongoUrl: string;
  redisUrl: string;
  clock?: Clock;
  payments?: PaymentProvider;
  push?: PushSender;
}): Promise<CoreInTest> {
  const logger = createLogger({ level: 'silent', service: 'test' });
  const connect = (name: string) => connectRedis({ url: options.redisUrl, logger, name });
  const [mongo, redis, subscribe] = await Promise.all([
    connectMongo({ url: options.mongoUrl, database: 'heartline' }),
    connect('test'),
    connect('test-subscribe'),
  ]);
  await migrate(mongo);
  const prefix = 'heartline';
  const io = createLiveServer({ publish: redis, subscribe, prefix });
  const queues = createQueues({ url: options.redisUrl, prefix, logger });
  const mediaDir = await mkdtemp(join(tmpdir(), 'heartline-media-'));
  const core = createCore({
    mongo,
    redis,
    queues,
    publisher: createPublisher({ io, versions: createVersions(redis, prefix), prefix, logger }),
    presence: createPresence(redis, prefix),
    clock: options.clock ?? systemClock,
    ids: createIds(),
    push: options.push ?? noPush,
    payments: options.payments ?? noPayments,
    logger,
    config: {
      publicOrigin: 'http://localhost',
      webhookOrigin: 'http://localhost',
      mediaSecret: 'x'.repeat(32),
      mediaDir,
    },
  });
  return {
    core,
    mongo,
    redis,
    queues,
    async stop() {
      await core.messaging.flush();
      await queues.close();
      await closeLiveServer(io);
      await Promise.all([redis.close(), subscribe.close()]);
      await mongo.close();
      await rm(mediaDir, { recursive: true, force: true });
    },
  };
}
