import { mkdir } from 'node:fs/promises';
import {
  connectMongo,
  connectRedis,
  createDevClock,
  createLogger,
  type DevClock,
  type Mongo,
  type Redis,
} from '@heartline/platform';
import { type Engine, readEngineConfig, startMongo, startRedis } from '../engines/index.ts';
import type { Progress } from '../progress.ts';
import { DATA, engineData } from './places.ts';

/** What is done at the end, last first. */
export type Closers = (() => unknown)[];

export interface Engines {
  mongo: Engine;
  redis: Engine;
}

/** Our own way into the engines, for seeding and for the hub. */
export interface Store {
  mongo: Mongo;
  redis: Redis;
  redisUrl: string;
  prefix: string;
  clock: DevClock;
}

const PREFIX = 'heartline';
export const DATABASE = 'heartline';

/** Starts both engines, or takes those of MONGODB_URL and REDIS_URL, and connects to them. */
export async function startStore(
  log: Progress,
  closers: Closers,
): Promise<{ engines: Engines; store: Store }> {
  const { mongodbUrl, redisUrl } = readEngineConfig();
  await mkdir(DATA, { recursive: true });
  const closing = (engine: Engine): Engine => {
    closers.push(() => engine.stop());
    return engine;
  };
  const [mongo, redis] = await Promise.all([
    startMongo({ dataDir: engineData('mongo'), log, ...(mongodbUrl ? { url: mongodbUrl } : {}) }).then(
      closing,
    ),
    startRedis({ dataDir: engineData('redis'), log, ...(redisUrl ? { url: redisUrl } : {}) }).then(closing),
  ]);
  const logger = createLogger({ level: 'silent', service: 'local' });
  const connection = await connectMongo({ url: mongo.url, database: DATABASE, deadlineMs: 15_000 });
  closers.push(() => connection.close());
  const client = await connectRedis({ url: redis.url, logger, name: 'local' });
  closers.push(() => client.destroy());
  const clock = await createDevClock(client, PREFIX);
  closers.push(() => clock.close());
  const store = { mongo: connection, redis: client, redisUrl: redis.url, prefix: PREFIX, clock };
  return { engines: { mongo, redis }, store };
}
