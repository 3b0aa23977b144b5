import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changedScreens } from '../src/changed-screens/changed-screens.ts';
import { plantFiles } from '../src/plant-files.ts';
import { repositoryRoot } from '../src/repository-root.ts';

const CONFIG = "export default { test: { projects: [{ test: { name: 'screens', globals: true } }] } };\n";

/** Commits a page with its test and another test, changes the page, and lists the test files that run. */
async function filesRun(base: string | undefined): Promise<string[]> {
  await using tree = await plantFiles({
    'vitest.config.js': CONFIG,
    'words.js': 'export const words = 1;\n',
    'page.js': "export { words } from './words.js';\n",
    'page.test.js':
      "import { words } from './page.js';\nit('shows', () => { expect(words).toBeGreaterThan(0); });\n",
    'other.test.js': "it('shows', () => {});\n",
  });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: tree.root });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'Plant');
  await writeFile(join(tree.root, 'words.js'), 'export const words = 2;\n');
  const [, ...args] = changedScreens(base);
  const report = join(tree.root, 'report.json');
  const vitest = join(repositoryRoot, 'node_modules/.bin/vitest');
  execFileSync(vitest, [...args, '--reporter=json', `--outputFile=${report}`], {
    cwd: tree.root,
    stdio: 'ignore',
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as { testResults: { name: string }[] };
  return testResults.map(({ name }) => name.slice(tree.root.length + 1)).toSorted();
}

it('runs the tests that import a changed file through others', async () => {
  expect(await filesRun('HEAD')).toEqual(['page.test.js']);
});

it('runs all tests when there is no origin/main', async () => {
  expect(await filesRun(undefined)).toEqual(['other.test.js', 'page.test.js']);
});
