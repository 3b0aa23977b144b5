import {
  dropDatabase,
  type Engine,
  givenEngine,
  type Purpose,
  startMongo,
  startRedis,
  startRedisCluster,
} from '@heartline/local/engines';

/** MongoDB and Redis as a world uses them: under names that no other world of this process has. */
export interface TestEngines {
  mongo: Engine;
  redis: Engine;
  names: { database: string; prefix: string };
  /** Deletes the database; ends the engines if they are the caller's own. */
  stop(): Promise<void>;
}

export interface TestEnginesOptions {
  /**
   * Starts engines for the caller alone, which it may crash, pause and restart. Without it the engines are shared by
   * everything in this process, and those calls throw.
   */
  ownEngines?: boolean;
  /** What an own database is for: `test` unless given. */
  purpose?: Purpose;
  /** An own Redis as a cluster of three nodes and a spare. */
  redisCluster?: boolean;
}

let opened = 0;
let shared: Promise<Pick<TestEngines, 'mongo' | 'redis'>> | undefined;

/**
 * Opens a database and a Redis prefix on the engines of this process, which start with the first call and end with the
 * process. Rejects when no engine can be started.
 */
export async function openTestEngines(options: TestEnginesOptions = {}): Promise<TestEngines> {
  opened += 1;
  const name = `heartline-${opened}`;
  const names = { database: name, prefix: name };
  if (options.ownEngines || options.redisCluster) {
    const [mongo, redis] = await Promise.all([
      startMongo({ purpose: options.purpose ?? 'test' }),
      options.redisCluster ? startRedisCluster() : startRedis({}),
    ]);
    return { mongo, redis, names, stop: async () => void (await Promise.all([mongo.stop(), redis.stop()])) };
  }
  shared ??= startShared();
  const { mongo, redis } = await shared;
  return { mongo, redis, names, stop: () => dropDatabase(mongo.url, names.database) };
}

async function startShared(): Promise<Pick<TestEngines, 'mongo' | 'redis'>> {
  const [mongo, redis] = await Promise.all([startMongo({ purpose: 'test' }), startRedis({})]);
  return {
    mongo: givenEngine(mongo.url, `${mongo.description}, shared by the tests of this process,`),
    redis: givenEngine(redis.url, `${redis.description}, shared by the tests of this process,`),
  };
}
