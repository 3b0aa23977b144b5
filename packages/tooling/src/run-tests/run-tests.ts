import { readFile, rm } from 'node:fs/promises';
import { type Counts, describeCounts, NO_TESTS, sum, UNCAUGHT } from './counts.ts';
import { runCommand } from './run-command.ts';

type Command = [string, ...string[]];

/** Something tests need first, such as the engines or the built web app. */
export type Preparation = { name: string; command: Command };

/** A test runner that leaves its results in a file. */
export type Runner = {
  name: string;
  command: Command;
  resultsFile: string;
  /** What it found, by file of tests. */
  count: (results: string) => Map<string, Counts>;
  /** Asks some of its files once more, where a failure may be the machine's: a browser that died, a core that stood still. */
  again?: (files: readonly string[]) => Command;
};

/** What was run, and what failed at first and not when it was asked once more. */
export type Report = Counts & { askedTwice: string[] };

/** More failed files than this are no accident of the machine. */
const FEW = 3;

const oneFailed = (what: string): Counts => ({ ...NO_TESTS, failed: 1, failures: [what] });

async function ask(
  runner: Runner,
  command: Command,
): Promise<{ ended: boolean; files: Map<string, Counts> }> {
  await rm(runner.resultsFile, { force: true });
  const ended = await runCommand(command);
  try {
    return { ended, files: runner.count(await readFile(runner.resultsFile, 'utf8')) };
  } catch {
    return { ended, files: new Map() };
  }
}

/**
 * Counts come from the results file, the verdict from the exit code as well: a runner that failed without a
 * failed test (it crashed, an error nobody caught), or that ran nothing, counts as one failed test.
 */
function judge({ name }: Runner, ended: boolean, files: Map<string, Counts>): Counts {
  const counts = sum(files.values());
  const silent = counts.failed === 0 && (!ended || counts.passed === 0);
  return silent ? sum([counts, oneFailed(`${name}: ended badly, or ran nothing`)]) : counts;
}

/**
 * Runs one runner. Few files that failed are asked once more, whole and with the machine to themselves: their tests are
 * steps of one story, so a step can't be repeated where the one before left it. What they say then counts, and what they
 * said at first is told all the same. What nobody caught beside them stands, since no file can be asked for it.
 */
async function runOne(runner: Runner): Promise<Report> {
  const first = await ask(runner, runner.command);
  const failed = [...first.files.keys()].filter((file) => file !== UNCAUGHT && first.files.get(file)?.failed);
  if (!runner.again || failed.length === 0 || failed.length > FEW) {
    return { ...judge(runner, first.ended, first.files), askedTwice: [] };
  }
  console.log(`\n── ${runner.name}, asked once more: ${failed.join(', ')}`);
  const second = await ask(runner, runner.again(failed));
  const files = new Map([...first.files, ...second.files]);
  const recovered = failed.filter((file) => files.get(file)?.failed === 0);
  return {
    ...judge(runner, second.ended, files),
    askedTwice: recovered.flatMap((file) => first.files.get(file)?.failures ?? []),
  };
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
export async function runTests(preparations: Preparation[], runners: Runner[]): Promise<Report> {
  for (const { name, command } of preparations) {
    if (!(await timed(name, () => runCommand(command)))) {
      console.error(`"${command.join(' ')}" failed, so no test was run.`);
      return { ...oneFailed(name), askedTwice: [] };
    }
  }
  const reports: Report[] = [];
  for (const runner of runners) {
    const report = await timed(runner.name, () => runOne(runner));
    console.log(`── ${runner.name}: ${describeCounts(report)}`);
    reports.push(report);
  }
  return { ...sum(reports), askedTwice: reports.flatMap(({ askedTwice }) => askedTwice) };
}
