import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = /\.(?:[cm]?js|tsx?|ya?ml|sh)$/;
const GENERATED = /(?:^|\/)(?:dist|locales)\/|\.generated\.|^infra\/reference\//;

/** Paths of the sources of the repository at `root` that git tracks or would track, in the order of their names. */
export function listSources(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  return listed
    .split('\0')
    .filter((path) => SOURCE.test(path) && !GENERATED.test(path) && existsSync(join(root, path)))
    .toSorted();
}

/** True if `path` is `place`, or in the folder `place`. */
export function isIn(path: string, place: string): boolean {
  return place === '' || path === place || path.startsWith(`${place}/`);
}
