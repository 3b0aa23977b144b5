import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { plantFiles } from '../plant-files.ts';
import { type Counts, countVitest, type FileCounts, NO_TESTS, UNCAUGHT } from './counts.ts';
import { runCommand } from './run-command.ts';
import { type Runner, runTests } from './run-tests.ts';

vi.spyOn(console, 'log').mockReturnValue();
vi.spyOn(console, 'error').mockReturnValue();

const readPlain = (results: string) =>
  new Map([['all', { ...NO_TESTS, ...(JSON.parse(results) as Omit<Counts, 'failures'>) }]]);

/** A runner that writes these counts, or nothing, and exits with this code. */
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

it('counts a runner without results as one failed test, despite an old results file', async () => {
  await using folder = await plantFiles({ 'silent.json': '{"passed":7,"failed":0,"skipped":0}' });
  const silent = plantedRunner(folder.root, 'silent', undefined);
  expect(await runTests([], [silent])).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});

it('counts a program that cannot start as one failed test', async () => {
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

/** A runner of two files. The first one fails until the runner has run `passesAt` times. */
function flakyRunner(root: string, name: string, passesAt: number): Runner {
  const [first, second, runs] = ['first', 'second', 'runs'].map((part) => join(root, `${name}.${part}`)) as [
    string,
    string,
    string,
  ];
  const script = `
    const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
    const [resultsFile, ...files] = process.argv.slice(1);
    appendFileSync(${JSON.stringify(runs)}, files.join(' ') + '|');
    const passes = readFileSync(${JSON.stringify(runs)}, 'utf8').split('|').length > ${passesAt};
    const bad = { passed: 1, failed: 1, skipped: 0, failures: ['a.test.ts: opens: too late'], durationMs: 20 };
    const good = { passed: 2, failed: 0, skipped: 0, failures: [], durationMs: 10 };
    const other = files.length > 0 ? [] : [['b.test.ts', { ...good, passed: 5 }]];
    writeFileSync(resultsFile, JSON.stringify([['a.test.ts', passes ? good : bad], ...other]));
    process.exit(passes ? 0 : 1);
  `;
  const command: Runner['command'] = [process.execPath, '-e', script];
  return {
    name,
    command: [...command, first],
    resultsFile: first,
    count: (results) => new Map(JSON.parse(results) as [string, FileCounts][]),
    rerun: (files) => ({ command: [...command, second, ...files], resultsFile: second }),
  };
}

it('reports a file that failed and passed when run again as flaky, and still fails', async () => {
  await using folder = await plantFiles({});
  const report = await runTests([], [flakyRunner(folder.root, 'once', 2)]);
  expect(report).toMatchObject({
    passed: 6,
    failed: 1,
    skipped: 0,
    failures: [],
    flaky: ['a.test.ts: opens: too late'],
  });
  expect(await readFile(join(folder.root, 'once.runs'), 'utf8')).toBe('|a.test.ts|');
});

it('reports a file that failed twice as failed', async () => {
  await using folder = await plantFiles({});
  const report = await runTests([], [flakyRunner(folder.root, 'always', 9)]);
  expect(report).toMatchObject({
    passed: 6,
    failed: 1,
    skipped: 0,
    failures: ['a.test.ts: opens: too late'],
    flaky: [],
  });
});

it('runs nothing again when many files failed, or the runner cannot', async () => {
  await using folder = await plantFiles({});
  const many = flakyRunner(folder.root, 'many', 2);
  const noRerun = flakyRunner(folder.root, 'no-rerun', 2);
  delete noRerun.rerun;
  const count: Runner['count'] = (results) => {
    const [, counts] = (JSON.parse(results) as [string, FileCounts][])[0] ?? [];
    return new Map(['a', 'b', 'c', 'd'].map((file) => [file, counts ?? NO_TESTS]));
  };
  expect(await runTests([], [{ ...many, count }])).toMatchObject({ failed: 4, flaky: [] });
  expect(await runTests([], [noRerun])).toMatchObject({ failed: 1, flaky: [] });
  for (const name of ['many', 'no-rerun'])
    expect(await readFile(join(folder.root, `${name}.runs`), 'utf8')).toBe('|');
});

it('counts an uncaught error beside a flaky file as failed, not as flaky', async () => {
  await using folder = await plantFiles({});
  const runner = flakyRunner(folder.root, 'uncaught', 2);
  const count: Runner['count'] = (results) => {
    const files = runner.count(results);
    const lost = { ...NO_TESTS, failed: 1, failures: ['lost'] };
    return files.get('a.test.ts')?.failed ? files.set(UNCAUGHT, lost) : files;
  };
  expect(await runTests([], [{ ...runner, count }])).toMatchObject({
    passed: 6,
    failed: 2,
    skipped: 0,
    failures: ['lost'],
    flaky: ['a.test.ts: opens: too late'],
  });
  expect(await readFile(join(folder.root, 'uncaught.runs'), 'utf8')).toBe('|a.test.ts|');
});

it('stops a command at its time limit', async () => {
  const forever: [string, ...string[]] = [process.execPath, '-e', 'setInterval(() => {}, 1_000)'];
  expect(await runCommand(forever, 200)).toBe(false);
});

it('measures each file of the first run and each step', async () => {
  await using folder = await plantFiles({});
  const { files, steps } = await runTests([nothing], [flakyRunner(folder.root, 'timed', 2)]);
  expect(files).toEqual([
    { name: 'a.test.ts', durationMs: 20 },
    { name: 'b.test.ts', durationMs: 10 },
  ]);
  expect(steps.map(({ name }) => name)).toEqual(['nothing', 'timed']);
  for (const { durationMs } of steps) expect(durationMs).toBeGreaterThan(0);
});

it('reads uncaught errors and durations from Vitest, by file', async () => {
  const lost = "Promise.reject(new Error('lost')); await new Promise((resolve) => setTimeout(resolve, 50));";
  await using folder = await plantFiles({
    'passes.test.ts': `it('passes', async () => { ${lost} });`,
    'fails.test.ts': `it('fails', async () => { ${lost} expect(1).toBe(2); });`,
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
  const { failures, files, ...counts } = await runTests([], [runner]);
  expect(counts).toMatchObject({ passed: 1, failed: 3 });
  expect(failures.toSorted()).toEqual([
    'fails.test.ts: fails: AssertionError: expected 1 to be 2 // Object.is equality',
    'fails.test.ts: uncaught: lost',
    'passes.test.ts: uncaught: lost',
  ]);
  const durations = new Map(files.map(({ name, durationMs }) => [name, durationMs]));
  for (const name of ['fails.test.ts', 'passes.test.ts']) expect(durations.get(name)).toBeGreaterThan(50);
});
