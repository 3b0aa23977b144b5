import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { repositoryRoot } from '../repository-root.ts';
import { checkMessage, withoutGitComments } from './commit-message.ts';

const main = join(import.meta.dirname, 'main.ts');

describe('the check of a commit message', () => {
  it('accepts a subject of 72 characters and a blank second line', () => {
    expect(checkMessage(`${'x'.repeat(72)}\n\nWhy it is so.\n`)).toEqual([]);
  });

  it('refuses a subject of 73 characters', () => {
    expect(checkMessage('x'.repeat(73))).toEqual([expect.stringContaining('73 characters')]);
  });

  it('refuses an empty subject', () => {
    expect(checkMessage('')).toEqual(['the subject is empty']);
    expect(checkMessage('\n\nA body.')).toEqual(['the subject is empty']);
  });

  it('refuses text on the second line', () => {
    expect(checkMessage('Add a check\nof messages')).toEqual(['the second line is not blank']);
  });

  it('does not count the prefix that git writes', () => {
    expect(checkMessage(`fixup! ${'x'.repeat(72)}`)).toEqual([]);
    expect(checkMessage(`fixup! ${'x'.repeat(73)}`)).toHaveLength(1);
    expect(checkMessage(`Merge branch '${'x'.repeat(80)}'`)).toEqual([]);
  });

  it('ignores the comments of the message file', () => {
    const file = '# Please enter the message.\nAdd it\n# On branch main\n# ---- >8 ----\ndiff --git';
    expect(withoutGitComments(file)).toBe('Add it\n');
  });
});

describe('the commits command', () => {
  const LONG = 'x'.repeat(73);

  async function plantRepository() {
    const tree = await plantFiles({ 'a.txt': 'a' });
    const git = (...args: string[]) => {
      const author = [
        '-c',
        'user.name=Test',
        '-c',
        'user.email=test@example.test',
        '-c',
        'commit.gpgsign=false',
      ];
      execFileSync('git', [...author, ...args], { cwd: tree.root, stdio: 'ignore' });
    };
    const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '-m', message);
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [main, ...args], { cwd: tree.root, encoding: 'utf8' });
    git('init', '--quiet');
    return { ...tree, git, commit, run };
  }

  it('reads only the commits that origin/main lacks, without merges', async () => {
    await using repository = await plantRepository();
    const { git, commit, run } = repository;
    commit(LONG);
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    git('checkout', '--quiet', '-b', 'other');
    commit('Add the other side');
    git('checkout', '--quiet', '-');
    commit('Add this side');
    git('merge', '--quiet', '--no-ff', '-m', LONG, 'other');
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    commit(LONG);
    expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining(`73 characters`) });
  });

  it('passes and says so when there is no origin/main', async () => {
    await using repository = await plantRepository();
    const { commit, run } = repository;
    commit(LONG);
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('no origin/main') });
  });

  it('checks the message file that the hook passes', async () => {
    await using repository = await plantRepository();
    const message = join(repository.root, 'MESSAGE');
    const runHook = () => spawnSync('sh', ['.githooks/commit-msg', message], { cwd: repositoryRoot });
    writeFileSync(message, `Add it\n\n# ${LONG}\n`);
    expect(runHook().status).toBe(0);
    writeFileSync(message, `${LONG}\n`);
    expect(runHook().status).toBe(1);
  });
});
