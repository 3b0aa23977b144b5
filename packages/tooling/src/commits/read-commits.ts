import { execFileSync } from 'node:child_process';
import { readMergeBase } from '../merge-base.ts';

export type Commit = { hash: string; message: string };

/** Commits of the current branch that `origin/main` lacks, newest first; none if that branch is unknown here. */
export function readNewCommits(root: string): Commit[] | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const base = readMergeBase(root);
  if (!base) return undefined;
  return git('log', '--no-merges', '-z', '--format=%h%n%B', `${base}..HEAD`)
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [hash = '', ...lines] = entry.split('\n');
      return { hash, message: lines.join('\n') };
    });
}
