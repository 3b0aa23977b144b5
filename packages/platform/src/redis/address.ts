/** Valid forms of `REDIS_URL`: one Redis, or some nodes of a cluster, which has no numbered databases. */
export const REDIS_ADDRESS =
  /^(rediss?:\/\/[^\s,]+|rediss?\+cluster:\/\/([^@/\s]*@)?[^@/\s,]+(,[^@/\s,]+)*\/?)$/;

/**
 * The nodes in the address of a cluster, `redis+cluster://user:password@one:6379,two:6379`, each as a single address.
 * `undefined` for the address of one Redis. One node is enough: it knows the others.
 */
export function clusterNodes(url: string): string[] | undefined {
  const [, scheme, login = '', hosts] = /^(rediss?)\+cluster:\/\/([^@/]*@)?([^/]+)/.exec(url) ?? [];
  return hosts?.split(',').map((host) => `${scheme}://${login}${host}`);
}
