import { createClient } from 'redis';
import type { Logger } from '../logger.ts';
import { countEvent } from './count-event.ts';

export type Redis = ReturnType<typeof createRedis>;

function createRedis(url: string) {
  return createClient({
    url,
    // A command that cannot leave now fails now: what it would have done is found again from MongoDB.
    disableOfflineQueue: true,
    // The client's own deadline covers only the moment before a command is written, and costs an abort signal each.
    commandOptions: { timeout: 0 },
    scripts: { countEvent },
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 2_000) },
  });
}

/** Connects to Redis and keeps reconnecting; errors are logged, never thrown out of the connection. */
export async function connectRedis(options: { url: string; logger: Logger; name: string }): Promise<Redis> {
  const client = createRedis(options.url);
  client.on('error', (error: Error) =>
    options.logger.warn({ redis: options.name, reason: error.message }, 'redis'),
  );
  await client.connect();
  return client;
}
