import { createClient } from 'redis';
import type { Logger } from '../logger.ts';
import { clusterNodes } from './address.ts';
import { openCluster, type RedisSettings } from './cluster.ts';
import { countEvents } from './count-events.ts';
import { keepWatch } from './keep-watch.ts';

export type Redis = ReturnType<typeof openOne>;

/**
 * A Redis that is not connected yet: one, or a cluster (`address.ts`). With `failFast` a command that cannot leave now
 * fails now; without, it waits until Redis is back.
 */
export function openRedis(url: string, options: { failFast: boolean }): Redis {
  const settings = {
    disableOfflineQueue: options.failFast,
    connectTimeout: options.failFast ? 2_000 : 5_000,
    scripts: { countEvents },
    // The client's own deadline covers only the moment before a command is written, and costs an abort signal each.
    ...(options.failFast && { commandOptions: { timeout: 0 } }),
  };
  const nodes = clusterNodes(url);
  // The same commands and news. What a cluster has not, such as commands over keys of many nodes, nobody here asks for.
  return nodes ? (openCluster(nodes, settings) as unknown as Redis) : openOne(url, settings);
}

function openOne(url: string, { connectTimeout, ...settings }: RedisSettings) {
  const client = createClient({
    url,
    ...settings,
    socket: { connectTimeout, reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2_000) },
  });
  keepWatch(client);
  return client;
}

/**
 * Connects to Redis and keeps reconnecting; errors are logged, never thrown out of the connection. Where Redis is not
 * there it is waited for, until `signal` says that nobody wants it any more: then rejects with its reason.
 */
export async function connectRedis(options: {
  url: string;
  logger: Logger;
  name: string;
  signal?: AbortSignal;
}): Promise<Redis> {
  const { signal } = options;
  // What a lost command would have done is found again from MongoDB.
  const client = openRedis(options.url, { failFast: true });
  client.on('error', (error: Error) =>
    options.logger.warn({ redis: options.name, reason: error.message }, 'redis'),
  );
  const giveUp = () => client.destroy();
  signal?.addEventListener('abort', giveUp, { once: true });
  await client.connect().finally(() => signal?.removeEventListener('abort', giveUp));
  // A client that was destroyed while it connected ends its tries without an error.
  signal?.throwIfAborted();
  return client;
}
