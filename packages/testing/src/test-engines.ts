import {
  dropDatabase,
  type Engine,
  givenEngine,
  type Purpose,
  startMongo,
  startRedis,
  startRedisCluster,
  startStripeMock,
} from '@heartline/local/engines';

/** MongoDB and Redis of a world, under names that no other world of this process has. */
export interface TestEngines {
  mongo: Engine;
  redis: Engine;
  names: { database: string; prefix: string };
  /** Deletes the database, and stops the servers if they are the caller's own. */
  stop(): Promise<void>;
}

export interface TestEnginesOptions {
  /**
   * Starts servers for the caller alone, which it may crash, pause and restart. Otherwise everything in this process
   * shares them, and those calls throw.
   */
  ownEngines?: boolean;
  /** Purpose of an own database; the default is `test`. */
  purpose?: Purpose;
  /** An own Redis as a cluster of three nodes and a spare. */
  redisCluster?: boolean;
}

let opened = 0;
let shared: Promise<Pick<TestEngines, 'mongo' | 'redis'>> | undefined;

/**
 * Opens a database and a Redis prefix on the servers of this process, which start with the first call and end with
 * the process. Rejects if a server cannot be started.
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
  const share = ({ url, description }: Engine) =>
    givenEngine(
      url,
      description,
      'is shared by the tests of this process. Fix: start the world with ownEngines',
    );
  return { mongo: share(mongo), redis: share(redis) };
}

let stripeMock: Promise<string> | undefined;

/** Address of the stripe-mock of this process, which starts with the first call and ends with the process. */
export function sharedStripeMock(): Promise<string> {
  stripeMock ??= startStripeMock({}).then(({ url }) => url);
  return stripeMock;
}
