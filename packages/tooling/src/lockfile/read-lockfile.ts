import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type LockEntry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  os?: string[];
  optionalDependencies?: Record<string, string>;
};

/** One installed package: `path` is its folder (`node_modules/a/node_modules/b`), `name` what is imported (`b`). */
export type LockedPackage = LockEntry & { path: string; name: string };

/** The packages of package-lock.json that come from a registry; our own workspaces are left out. */
export async function readLockfile(root: string): Promise<LockedPackage[]> {
  const lockfile = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  return Object.entries(lockfile.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({ ...entry, path, name: path.split('node_modules/').at(-1) ?? path }));
}
