import type { Progress } from '../progress.ts';
import { programIn, unpackDebianPackages } from './debian-packages.ts';
import { installTool, type Tool } from './install-tool.ts';

export const REDIS: Tool = { name: 'redis', version: '8', megabytes: 300 };

/** The command that starts the server unpacked in `folder`. */
export const redisServer = (folder: string) => programIn(folder, 'usr/bin/redis-server');

/** Debian's Redis, unpacked into the cache: the command that starts the server. */
export async function ensureRedis(log: Progress): Promise<[string, ...string[]]> {
  const folder = await installTool(REDIS, log, (target) =>
    unpackDebianPackages(['redis-server'], target, log),
  );
  return redisServer(folder);
}
