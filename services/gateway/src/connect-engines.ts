import { migrate } from '@heartline/core';
import {
  type Clock,
  connectMongo,
  connectRedis,
  type Logger,
  type Mongo,
  type Redis,
  requireAtomicity,
} from '@heartline/platform';
import type { GatewayConfig } from './config.ts';
import type { ReadinessCheck } from './plugins/health.ts';

/** The engines a gateway stands on. Sockets have two connections of their own: subscribing blocks one. */
export interface Engines {
  mongo: Mongo;
  redis: Redis;
  publish: Redis;
  subscribe: Redis;
  /** Calls back each time all connections to Redis are there again after one was lost. */
  onRedisBack(run: () => void): void;
  close(): Promise<void>;
}

/** Connects to MongoDB and Redis, makes missing indexes, and asks the engine to prove itself. */
export async function connectEngines(config: GatewayConfig, logger: Logger, probe: string): Promise<Engines> {
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
  const clients = [redis, publish, subscribe];
  await migrate(mongo);
  await requireAtomicity(mongo, probe);
  return {
    mongo,
    redis,
    publish,
    subscribe,
    onRedisBack(run) {
      for (const client of clients) {
        client.on('ready', () => {
          if (clients.every((one) => one.isReady)) run();
        });
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await mongo.close();
    },
  };
}

/** Clocks further apart than this would let a sweep miss what was written meanwhile. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

/** What must work before this gateway takes visitors. */
export function readinessChecks({ mongo, redis }: Engines, clock: Clock): ReadinessCheck[] {
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
      name: 'clock',
      check: async () => {
        const ahead = await mongo.clockAheadMs(clock.now);
        if (Math.abs(ahead) > MAX_CLOCK_DIFFERENCE_MS) {
          throw new Error(`${Math.round(Math.abs(ahead))} ms from the database's clock`);
        }
      },
    },
  ];
}
