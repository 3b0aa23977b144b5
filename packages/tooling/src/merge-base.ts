import { execFileSync } from 'node:child_process';

/** The newest commit that the current branch and `origin/main` share; none if that branch is unknown here. */
export function readMergeBase(root: string): string | undefined {
  try {
    return execFileSync('git', ['merge-base', 'origin/main', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
