import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readEngineConfig } from './engines/config.ts';

/**
 * One folder per user, outside every checkout, so that a second clone finds the tools of the first:
 *
 * - `tools/<name>-<version>/`: binaries, replaced as a whole, safe to delete
 * - `data/<name>/`: data of databases; only `npm run reset` deletes it
 * - `drawings/`: pictures of the demo world, named by their input; safe to delete
 * - `locks/`: installations in progress
 */
export function cacheFolder(): string {
  return join(readEngineConfig().cacheHome, 'heartline');
}

/** The folder of an installed version of a tool. */
export function toolFolder(name: string, version: string): string {
  return join(cacheFolder(), 'tools', `${name}-${version}`);
}

/** The data folder of the world called `name`. */
export function dataFolder(name: string): string {
  return join(cacheFolder(), 'data', name);
}

/** The lock folder that guards `what`, for `withLock`. */
export function lockFolder(what: string): string {
  return join(cacheFolder(), 'locks', what);
}

/**
 * Makes sure `folder` exists on a disk with `megabytes` free. Throws a sentence that names the folder, what is free and
 * what is needed, and the `variable` by which another one is chosen.
 */
export async function requireFreeSpace(
  folder: string,
  megabytes: number,
  variable: 'XDG_CACHE_HOME' | 'HEARTLINE_DATA' = 'XDG_CACHE_HOME',
): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new Error(
      `${folder} can't be made a folder (${error.message}). Point ${variable} at one that you may write.`,
      { cause: error },
    );
  });
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  if (free >= megabytes) return;
  throw new Error(
    `The disk of ${folder} is nearly full: ${free} MB free, ${megabytes} MB needed. ` +
      `Make room, or point ${variable} at a larger disk.`,
  );
}
