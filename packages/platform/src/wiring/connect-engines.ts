import type { Logger } from '../logger.ts';
import { connectMongo, type Mongo } from '../mongo/connect.ts';
import { checkRedis } from '../redis/check-redis.ts';
import { closeWithin } from '../redis/close-within.ts';
import { connectRedis, type Redis } from '../redis/connect.ts';
import type { SharedConfig } from './shared-settings.ts';

/** Connections to MongoDB and Redis. `live` is a Redis connection of its own, for the traffic of sockets. */
export interface Engines {
  mongo: Mongo;
  redis: Redis;
  live: Redis;
  /** False while any connection to Redis is lost. */
  redisReady(): boolean;
  /** Calls `run` each time that all connections to Redis are back after one was lost. */
  onRedisBack(run: () => void): void;
  close(): Promise<void>;
}

/**
 * Connects to MongoDB and Redis. Rejects with the reason, and without open connections, when one is unavailable or
 * unsuitable. Waits for Redis, `timeoutMs` if given and without end otherwise.
 */
export async function connectEngines(
  config: SharedConfig,
  logger: Logger,
  timeoutMs?: number,
): Promise<Engines> {
  const { secrets } = config;
  const leaving = new AbortController();
  const { signal } = leaving;
  const connecting = [
    connectMongo({
      url: secrets.mongoUrl,
      database: config.mongoDatabase,
      poolSize: config.mongoPool,
      bulk: config.mongoBulk,
    }).catch(namingSetting),
    connectRedis({ url: secrets.redisUrl, logger, name: 'commands', signal }),
    connectRedis({ url: secrets.redisUrl, logger, name: 'live', signal }),
  ] as const;
  const tooLate = () => leaving.abort(new Error(`Redis does not answer: gave up after ${timeoutMs} ms.`));
  const timeout = timeoutMs === undefined ? undefined : setTimeout(tooLate, timeoutMs);
  const leave = (error: unknown): never => {
    leaving.abort(error);
    for (const one of connecting) void closeOnceOpen(one);
    throw error;
  };
  const [mongo, redis, live] = await Promise.all(connecting)
    .catch(leave)
    .finally(() => clearTimeout(timeout));
  const problems = await checkRedis(redis);
  if (problems.length > 0) leave(new Error(problems.join('\n')));
  const clients = [redis, live];
  const redisReady = () => clients.every((one) => one.isReady);
  return {
    mongo,
    redis,
    live,
    redisReady,
    onRedisBack(run) {
      for (const client of clients) {
        client.on('ready', () => {
          if (redisReady()) run();
        });
      }
    },
    async close() {
      await Promise.all(
        clients.map((client) =>
          closeWithin(
            () => client.close(),
            () => client.destroy(),
          ),
        ),
      );
      await mongo.close();
    },
  };
}

/** The driver's message about an invalid address does not name the setting. */
function namingSetting(error: unknown): never {
  const isOfAddress = error instanceof Error && /^Mongo(Parse|InvalidArgument)Error$/.test(error.name);
  if (!isOfAddress) throw error;
  throw new Error(`MONGODB_URL is wrong: ${error.message}. Fix: change MONGODB_URL.`, { cause: error });
}

/** Closes a connection that may still be opening. A connection that fails needs no close. */
async function closeOnceOpen(connecting: Promise<{ close(): unknown }>): Promise<void> {
  try {
    await (await connecting).close();
  } catch {
    // It was never open.
  }
}
