import type { ClusterClient } from './cluster.ts';
import type { Redis } from './connect.ts';

/** True for a cluster, whose nodes have some of the keys each. */
export function isCluster(redis: Redis): boolean {
  return Array.isArray((redis as unknown as ClusterClient).masters);
}

/** The node of a cluster that holds a key now. */
export function nodeOf(cluster: Redis, key: string): Promise<Redis> {
  return (cluster as unknown as ClusterClient).getNodeClientForKey(key);
}

/**
 * Resolves when further commands take effect after every requested subscription. That is at once over one connection,
 * which keeps the order. A cluster has separate connections for channels, so it waits for them.
 */
export async function subscribed(redis: Redis): Promise<void> {
  if (isCluster(redis)) await redis.ping();
}

/** Every node with keys, or the single Redis. */
export function nodesOf(redis: Redis): Promise<Redis[]> {
  const cluster = redis as unknown as ClusterClient;
  if (!isCluster(redis)) return Promise.resolve([redis]);
  return Promise.all(cluster.masters.map((node) => cluster.nodeClient(node)));
}
