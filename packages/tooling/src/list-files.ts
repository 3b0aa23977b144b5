import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Paths of the files that git tracks in the repository at `root`, by name, without deleted ones. With `untracked`, also
 * new files that git does not ignore.
 */
export function listFiles(root: string, { untracked = false } = {}): string[] {
  const others = untracked ? ['--cached', '--others', '--exclude-standard', '--deduplicate'] : [];
  const listed = execFileSync('git', ['ls-files', '-z', ...others], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  return listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .toSorted();
}
