import { createClient } from 'redis';
import type { Logger } from '../logger.ts';
import { clusterNodes } from './address.ts';
import { openCluster, type RedisSettings } from './cluster.ts';
import { countEvents } from './count-events.ts';
import { watchConnection } from './watch-connection.ts';

export type Redis = ReturnType<typeof openOne>;

/**
 * A Redis or a cluster (`address.ts`) that is not connected yet. With `failFast` a command fails at once while Redis is
 * away; without, it waits until Redis is back.
 */
export function openRedis(url: string, options: { failFast: boolean }): Redis {
  const settings = {
    disableOfflineQueue: options.failFast,
    connectTimeout: options.failFast ? 2_000 : 5_000,
    scripts: { countEvents },
    // The client's deadline covers only the time before a command is written, and costs an abort signal for each.
    ...(options.failFast && { commandOptions: { timeout: 0 } }),
  };
  const nodes = clusterNodes(url);
  // A cluster lacks some commands, such as those over keys of several nodes. This project does not use them.
  return nodes ? (openCluster(nodes, settings) as unknown as Redis) : openOne(url, settings);
}

function openOne(url: string, { connectTimeout, ...settings }: RedisSettings) {
  const client = createClient({
    url,
    ...settings,
    socket: { connectTimeout, reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2_000) },
  });
  watchConnection(client);
  return client;
}

/**
 * Connects to Redis and keeps reconnecting. Errors are logged, never thrown. Waits for an absent Redis until `signal`
 * aborts, and then rejects with its reason.
 */
export async function connectRedis(options: {
  url: string;
  logger: Logger;
  name: string;
  signal?: AbortSignal;
}): Promise<Redis> {
  const { signal } = options;
  // The sweep repeats the work of lost commands from MongoDB.
  const client = openRedis(options.url, { failFast: true });
  client.on('error', (error: Error) =>
    options.logger.warn({ redis: options.name, reason: error.message }, 'redis'),
  );
  const giveUp = () => client.destroy();
  signal?.addEventListener('abort', giveUp, { once: true });
  await client.connect().finally(() => signal?.removeEventListener('abort', giveUp));
  // A client that is destroyed while it connects stops without an error.
  signal?.throwIfAborted();
  return client;
}
