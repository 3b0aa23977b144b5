import { mkdir } from 'node:fs/promises';
import { requireNoMembers } from '@heartline/core';
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
import { DATA, engineData, GUEST_NAME } from './places.ts';

/** Functions to run at the end, in reverse order. */
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
  /** Name of the database. */
  database: string;
  /** Of every key in Redis, and of the queues. */
  prefix: string;
  clock: DevClock;
}

/** In an engine of its own the demo has the name that a site would have. */
const OWN_NAME = 'heartline';

/** The name of the demo’s database in MongoDB, and what its keys and queues in Redis begin with. */
const nameIn = ({ rung }: Engine) => (rung === 'given' ? GUEST_NAME : OWN_NAME);

/**
 * Starts both engines, or takes those of MONGODB_URL and REDIS_URL, and connects to them. Rejects with a sentence where
 * the database of a given one holds members that no demo made.
 */
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
  const [database, prefix] = [nameIn(mongo), nameIn(redis)];
  const connection = await connectMongo({ url: mongo.url, database, deadlineMs: 15_000 });
  closers.push(() => connection.close());
  if (mongo.rung === 'given') await requireNoMembers(connection, database);
  const client = await connectRedis({ url: redis.url, logger, name: 'local' });
  closers.push(() => client.destroy());
  const clock = await createDevClock(client, prefix);
  closers.push(() => clock.close());
  const store = { mongo: connection, redis: client, redisUrl: redis.url, database, prefix, clock };
  return { engines: { mongo, redis }, store };
}
