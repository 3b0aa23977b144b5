import { readFile, rm } from 'node:fs/promises';
import { addCounts, type Counts, describeCounts, NO_TESTS } from './counts.ts';
import { runCommand } from './run-command.ts';

type Command = [string, ...string[]];

/** Something tests need first, such as the engines or the built web app. */
export type Preparation = { name: string; command: Command };

/** A test runner that leaves its results in a file. */
export type Runner = {
  name: string;
  command: Command;
  resultsFile: string;
  count: (results: string) => Counts;
};

const oneFailed = (what: string): Counts => ({ ...NO_TESTS, failed: 1, failures: [what] });

async function readCounts({ resultsFile, count }: Runner): Promise<Counts> {
  try {
    return count(await readFile(resultsFile, 'utf8'));
  } catch {
    return NO_TESTS;
  }
}

/**
 * Counts come from the results file, the verdict from the exit code as well: a runner that failed without a
 * failed test (it crashed, an error nobody caught), or that ran nothing, counts as one failed test.
 */
async function runOne(runner: Runner): Promise<Counts> {
  await rm(runner.resultsFile, { force: true });
  const ended = await runCommand(runner.command);
  const counts = await readCounts(runner);
  const silent = counts.failed === 0 && (!ended || counts.passed === 0);
  return silent ? addCounts(counts, oneFailed(`${runner.name}: ended badly, or ran nothing`)) : counts;
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  console.log(`\n── ${name}`);
  const result = await work();
  console.log(`── ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return result;
}

/**
 * Prepares, then runs every runner, also after one has failed, and answers the sum of what they ran.
 * A failed preparation counts as one failed test and ends the run: nothing after it would mean anything.
 */
export async function runTests(preparations: Preparation[], runners: Runner[]): Promise<Counts> {
  for (const { name, command } of preparations) {
    if (!(await timed(name, () => runCommand(command)))) {
      console.error(`"${command.join(' ')}" failed, so no test was run.`);
      return oneFailed(name);
    }
  }
  let total = NO_TESTS;
  for (const runner of runners) {
    const counts = await timed(runner.name, () => runOne(runner));
    console.log(`── ${runner.name}: ${describeCounts(counts)}`);
    total = addCounts(total, counts);
  }
  return total;
}
