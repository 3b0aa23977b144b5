import { listFiles } from '../list-files.ts';

const SOURCE = /\.(?:[cm]?js|tsx?|ya?ml|sh)$/;
const GENERATED = /(?:^|\/)(?:dist|locales)\/|\.generated\.|^infra\/reference\//;

/** Paths of the sources of the repository at `root` that git tracks or would track, in the order of their names. */
export function listSources(root: string): string[] {
  return listFiles(root, { untracked: true }).filter((path) => SOURCE.test(path) && !GENERATED.test(path));
}

/** True if `path` is `place`, or in the folder `place`. */
export function isIn(path: string, place: string): boolean {
  return place === '' || path === place || path.startsWith(`${place}/`);
}
