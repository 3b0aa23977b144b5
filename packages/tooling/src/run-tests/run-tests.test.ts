import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import type { Counts } from './counts.ts';
import { type Runner, runTests } from './run-tests.ts';

vi.spyOn(console, 'log').mockReturnValue();
vi.spyOn(console, 'error').mockReturnValue();

const readPlain = (results: string): Counts => ({
  failures: [],
  ...(JSON.parse(results) as Omit<Counts, 'failures'>),
});

/** A runner that writes these counts (or nothing) and ends with this exit code. */
function plantedRunner(
  root: string,
  name: string,
  counts: Omit<Counts, 'failures'> | undefined,
  exitCode = 0,
): Runner {
  const resultsFile = join(root, `${name}.json`);
  const write = counts
    ? `require('node:fs').writeFileSync(${JSON.stringify(resultsFile)}, ${JSON.stringify(JSON.stringify(counts))});`
    : '';
  const script = `${write} process.exit(${exitCode})`;
  return { name, command: [process.execPath, '-e', script], resultsFile, count: readPlain };
}

const nothing = { name: 'nothing', command: [process.execPath, '-e', ''] as [string, ...string[]] };

it('adds up all runners, also after one has failed', async () => {
  await using folder = await plantFiles({});
  const first = plantedRunner(folder.root, 'first', { passed: 2, failed: 1, skipped: 0 }, 1);
  const second = plantedRunner(folder.root, 'second', { passed: 3, failed: 0, skipped: 4 });
  expect(await runTests([nothing], [first, second])).toMatchObject({ passed: 5, failed: 1, skipped: 4 });
});

it('counts a runner that failed without a failed test as one failed test', async () => {
  await using folder = await plantFiles({});
  const uncaught = plantedRunner(folder.root, 'uncaught', { passed: 2, failed: 0, skipped: 0 }, 1);
  expect(await runTests([], [uncaught])).toMatchObject({ passed: 2, failed: 1, skipped: 0 });
});

it('counts a runner that ran nothing as one failed test, whatever an earlier run left behind', async () => {
  await using folder = await plantFiles({ 'silent.json': '{"passed":7,"failed":0,"skipped":0}' });
  const silent = plantedRunner(folder.root, 'silent', undefined);
  expect(await runTests([], [silent])).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});

it('counts a program that cannot be started as one failed test', async () => {
  const missing = {
    name: 'missing',
    command: ['no-such-program'] as [string],
    resultsFile: 'x',
    count: readPlain,
  };
  expect(await runTests([], [missing])).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});

it('runs no test when a preparation fails', async () => {
  await using folder = await plantFiles({});
  const runner = plantedRunner(folder.root, 'runner', { passed: 1, failed: 0, skipped: 0 });
  const broken = {
    name: 'broken',
    command: [process.execPath, '-e', 'process.exit(3)'] as [string, ...string[]],
  };
  expect(await runTests([broken], [runner])).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});
