import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { type Counts, countVitest, NO_TESTS, UNCAUGHT } from './counts.ts';
import { type Runner, runTests } from './run-tests.ts';

vi.spyOn(console, 'log').mockReturnValue();
vi.spyOn(console, 'error').mockReturnValue();

const readPlain = (results: string) =>
  new Map([['all', { failures: [], ...(JSON.parse(results) as Omit<Counts, 'failures'>) }]]);

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

/** A runner of two files, the first of which fails until it has been asked so often. */
function forgetful(root: string, name: string, passesAt: number): Runner {
  const [resultsFile, asked] = [join(root, `${name}.json`), join(root, `${name}.asked`)];
  const script = `
    const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
    appendFileSync(${JSON.stringify(asked)}, process.argv.slice(1).join(' ') + '|');
    const isWell = readFileSync(${JSON.stringify(asked)}, 'utf8').split('|').length > ${passesAt};
    const bad = { passed: 1, failed: 1, skipped: 0, failures: ['a.test.ts: fell over'] };
    const good = { passed: 2, failed: 0, skipped: 0, failures: [] };
    const other = process.argv.length > 1 ? [] : [['b.test.ts', { ...good, passed: 5 }]];
    writeFileSync(${JSON.stringify(resultsFile)}, JSON.stringify([['a.test.ts', isWell ? good : bad], ...other]));
    process.exit(isWell ? 0 : 1);
  `;
  const command: Runner['command'] = [process.execPath, '-e', script];
  const count = (results: string) => new Map(JSON.parse(results) as [string, Counts][]);
  return { name, command, resultsFile, count, again: (files) => [...command, ...files] };
}

it('asks a file that failed once more, by itself; what it says then counts, and what it said first is told', async () => {
  await using folder = await plantFiles({});
  const report = await runTests([], [forgetful(folder.root, 'once', 2)]);
  expect(report).toEqual({
    passed: 7,
    failed: 0,
    skipped: 0,
    failures: [],
    askedTwice: ['a.test.ts: fell over'],
  });
  expect(await readFile(join(folder.root, 'once.asked'), 'utf8')).toBe('|a.test.ts|');
});

it('believes a file that fails twice', async () => {
  await using folder = await plantFiles({});
  const report = await runTests([], [forgetful(folder.root, 'always', 9)]);
  expect(report).toEqual({
    passed: 6,
    failed: 1,
    skipped: 0,
    failures: ['a.test.ts: fell over'],
    askedTwice: [],
  });
});

it('asks nothing again where many files failed, or nobody says how', async () => {
  await using folder = await plantFiles({});
  const one = forgetful(folder.root, 'many', 2);
  const told = forgetful(folder.root, 'told', 2);
  delete told.again;
  const count = (results: string) => {
    const [, counts] = (JSON.parse(results) as [string, Counts][])[0] ?? ['', undefined];
    return new Map(['a', 'b', 'c', 'd'].map((file) => [file, counts as Counts]));
  };
  expect(await runTests([], [{ ...one, count }])).toMatchObject({ failed: 4, askedTwice: [] });
  expect(await runTests([], [told])).toMatchObject({ failed: 1, askedTwice: [] });
});

it('does not forget an error that nobody caught beside a file that passes when asked once more', async () => {
  await using folder = await plantFiles({});
  const runner = forgetful(folder.root, 'uncaught', 2);
  const count: Runner['count'] = (results) => {
    const files = runner.count(results);
    const lost = { ...NO_TESTS, failed: 1, failures: ['lost'] };
    return files.get('a.test.ts')?.failed ? files.set(UNCAUGHT, lost) : files;
  };
  expect(await runTests([], [{ ...runner, count }])).toEqual({
    passed: 7,
    failed: 1,
    skipped: 0,
    failures: ['lost'],
    askedTwice: ['a.test.ts: fell over'],
  });
  expect(await readFile(join(folder.root, 'uncaught.asked'), 'utf8')).toBe('|a.test.ts|');
});

it('hears from Vitest what nobody caught, and where', async () => {
  const lost = "Promise.reject(new Error('lost')); await new Promise((resolve) => setTimeout(resolve, 50));";
  await using folder = await plantFiles({
    'well.test.ts': `it('is well', async () => { ${lost} });`,
    'ill.test.ts': `it('is ill', async () => { ${lost} expect(1).toBe(2); });`,
  });
  const resultsFile = join(folder.root, 'results.json');
  const runner: Runner = {
    name: 'vitest',
    command: [
      'vitest',
      'run',
      '--globals',
      `--root=${folder.root}`,
      `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`,
      `--outputFile.json=${resultsFile}`,
    ],
    resultsFile,
    count: countVitest,
  };
  const { failures, ...counts } = await runTests([], [runner]);
  expect(counts).toMatchObject({ passed: 1, failed: 3 });
  const at = (name: string) => join(folder.root, name);
  expect(failures.toSorted()).toEqual([
    `${at('ill.test.ts')}: is ill: AssertionError: expected 1 to be 2 // Object.is equality`,
    `${at('ill.test.ts')}: uncaught: lost`,
    `${at('well.test.ts')}: uncaught: lost`,
  ]);
});
