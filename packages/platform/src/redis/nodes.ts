import type { ClusterClient } from './cluster.ts';
import type { Redis } from './connect.ts';

/** Whether this is a cluster of nodes, of which each has some of the keys. */
export function isCluster(redis: Redis): boolean {
  return Array.isArray((redis as unknown as ClusterClient).masters);
}

/** The one node of a cluster that has a key now. */
export function nodeOf(cluster: Redis, key: string): Promise<Redis> {
  return (cluster as unknown as ClusterClient).getNodeClientForKey(key);
}

/**
 * Resolves once commands come after every subscription asked for so far: at once over one connection, which keeps their
 * order; on a cluster, whose nodes have connections of their own for channels, when these stand.
 */
export async function subscribed(redis: Redis): Promise<void> {
  if (isCluster(redis)) await redis.ping();
}

/** Every node that has keys, or the one Redis there is. */
export function nodesOf(redis: Redis): Promise<Redis[]> {
  const cluster = redis as unknown as ClusterClient;
  if (!isCluster(redis)) return Promise.resolve([redis]);
  return Promise.all(cluster.masters.map((node) => cluster.nodeClient(node)));
}
