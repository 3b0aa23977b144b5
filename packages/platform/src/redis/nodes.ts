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

/** Every node that has keys, or the one Redis there is. */
export function nodesOf(redis: Redis): Promise<Redis[]> {
  const cluster = redis as unknown as ClusterClient;
  if (!isCluster(redis)) return Promise.resolve([redis]);
  return Promise.all(cluster.masters.map((node) => cluster.nodeClient(node)));
}
