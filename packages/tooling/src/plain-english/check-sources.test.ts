import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { checkSources } from './check-sources.ts';

const BAD = '// Nobody asks.\n';

async function plantRepository(files: Record<string, string>) {
  const tree = await plantFiles(files);
  execFileSync('git', ['init', '--quiet'], { cwd: tree.root });
  return tree;
}

const brokenIn = (...args: Parameters<typeof checkSources>) =>
  checkSources(...args).broken.map(({ path }) => path);

it('checks the whole repository, or the places named', async () => {
  await using tree = await plantRepository({ 'a/old/x.ts': BAD, 'a/y.ts': BAD, 'b/z.ts': '// It asks.\n' });
  expect(brokenIn(tree.root, [])).toEqual(['a/old/x.ts', 'a/y.ts']);
  expect(brokenIn(tree.root, ['a/old', 'b'])).toEqual(['a/old/x.ts']);
  expect(brokenIn(tree.root, ['a/y.ts'])).toEqual(['a/y.ts']);
});

it('reads no ignored, generated or installed file', async () => {
  await using tree = await plantRepository({
    '.gitignore': 'node_modules\n',
    'node_modules/a/x.ts': BAD,
    'a/dist/x.js': BAD,
    'a/x.generated.ts': BAD,
    'a/x.md': BAD,
  });
  expect(checkSources(tree.root, []).files).toBe(0);
});

it('prints path, line, rule and words, then the counts, and ends with 1', async () => {
  await using tree = await plantRepository({ 'a/x.ts': `\n${BAD}`, 'b/x.ts': '// It asks.\n' });
  const run = (place: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), place], {
      cwd: tree.root,
      encoding: 'utf8',
    });
  expect(run('a')).toMatchObject({
    status: 1,
    stderr: 'a/x.ts:2: clause-first: Nobody asks.\n\nclause-first 1\n',
  });
  expect(run('b')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(run('c')).toMatchObject({ status: 1, stderr: expect.stringContaining('No source file was read') });
});
