import type { Progress } from '../progress.ts';
import { programIn, unpackDebianPackages } from './debian-packages.ts';
import { installTool } from './install-tool.ts';

/** Debian's Redis, unpacked into the cache: the command that starts the server. */
export async function ensureRedis(log: Progress): Promise<[string, ...string[]]> {
  const tool = { name: 'redis', version: '8', megabytes: 300 };
  const folder = await installTool(tool, log, (target) =>
    unpackDebianPackages(['redis-server'], target, log),
  );
  return programIn(folder, 'usr/bin/redis-server');
}
