import type { Logger } from '../logger.ts';
import { connectMongo, type Mongo } from '../mongo/connect.ts';
import { checkRedis } from '../redis/check-redis.ts';
import { closeWithin } from '../redis/close-within.ts';
import { connectRedis, type Redis } from '../redis/connect.ts';
import type { SharedConfig } from './shared-settings.ts';

/** The engines a process stands on. What goes to and comes from sockets has a connection to Redis of its own (`live`). */
export interface Engines {
  mongo: Mongo;
  redis: Redis;
  live: Redis;
  /** False while any connection to Redis is lost. */
  redisReady(): boolean;
  /** Calls back each time all connections to Redis are there again after one was lost. */
  onRedisBack(run: () => void): void;
  close(): Promise<void>;
}

/**
 * Connects to MongoDB and Redis. When one of them is not there, or is one that the house cannot live on, rejects with
 * the reason and leaves no connection. Redis is waited for, `timeoutMs` where told and for ever otherwise.
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
  const tooLate = () => leaving.abort(new Error(`Redis does not answer: ${timeoutMs} ms were waited for.`));
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

/** What the driver says of an address that it can't read names no setting. */
function namingSetting(error: unknown): never {
  const isOfAddress = error instanceof Error && /^Mongo(Parse|InvalidArgument)Error$/.test(error.name);
  if (!isOfAddress) throw error;
  throw new Error(`MONGODB_URL is wrong: ${error.message}. Fix: change MONGODB_URL.`, { cause: error });
}

/** Ends a connection that may still be on its way; one that never stands needs no end. */
async function closeOnceOpen(connecting: Promise<{ close(): unknown }>): Promise<void> {
  try {
    await (await connecting).close();
  } catch {
    // Never stood.
  }
}
