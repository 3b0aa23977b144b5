import { randomUUID } from 'node:crypto';
import type { Engine } from '@heartline/local/engines';
import { connectRedis, createLogger, type Redis } from '@heartline/platform';
import { until } from '../src/index.ts';

/** Helpers that query the nodes of a Redis Cluster directly. */
const logger = createLogger({ level: 'silent', service: 'test' });

export async function askNode<T>({ url }: Engine, ask: (node: Redis) => Promise<T>): Promise<T> {
  const node = await connectRedis({ url, logger, name: 'test' });
  try {
    return await ask(node);
  } finally {
    node.destroy();
  }
}

export const askCluster = (node: Engine, ...words: string[]) =>
  askNode(node, (redis) => redis.sendCommand<string | number>(['CLUSTER', ...words]));

/** A member whose keys are on this node, the second of three. */
export async function memberAt(node: Engine): Promise<{ member: string; slot: string }> {
  for (;;) {
    const member = randomUUID();
    const slot = Number(await askCluster(node, 'KEYSLOT', member));
    if (slot > 16_384 / 3 && slot < (2 * 16_384) / 3 - 1) return { member, slot: String(slot) };
  }
}

export const keysAt = (node: Engine) => askNode(node, (redis) => redis.dbSize());
export const roleOf = (node: Engine) =>
  askNode(node, async (redis) => /role:(\w+)/.exec(await redis.info('replication'))?.[1]);

/** Waits until a node leads or follows. */
export const becomes = (node: Engine, wanted: 'master' | 'slave') =>
  until(
    () => roleOf(node),
    (role) => role === wanted,
    30_000,
  );
