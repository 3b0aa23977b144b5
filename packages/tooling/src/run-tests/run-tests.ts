import { readFile, rm } from 'node:fs/promises';
import { type Counts, type FileCounts, sum, UNCAUGHT } from './counts.ts';
import { describeCounts, type Report } from './report.ts';
import { runCommand } from './run-command.ts';

type Command = [string, ...string[]];

/** A command that tests need first, such as the build of the web app. */
export type Preparation = { name: string; command: Command };

/** A command that writes its results to a file. */
type Run = { command: Command; resultsFile: string };

/** A test runner, such as Vitest with one of its projects. */
export type Runner = Run & {
  name: string;
  /** Reads the results, by test file. */
  count: (results: string) => Map<string, FileCounts>;
  /** Runs some of its files again. The results must go to another file. */
  rerun?: (files: readonly string[]) => Run;
};

type RunnerReport = Omit<Report, 'steps'>;

/** Above this number of failed files the change is broken, and no second run is worth its time. */
const MAX_RERUN_FILES = 3;
const RERUN_LIMIT_MS = 5 * 60_000;

const oneFailed = (failure: string): Counts => ({ ...sum([]), failed: 1, failures: [failure] });

async function run(
  { command, resultsFile }: Run,
  count: Runner['count'],
  limitMs?: number,
): Promise<{ ended: boolean; files: Map<string, FileCounts> }> {
  await rm(resultsFile, { force: true });
  const ended = await runCommand(command, limitMs);
  try {
    return { ended, files: count(await readFile(resultsFile, 'utf8')) };
  } catch {
    return { ended, files: new Map() };
  }
}

/**
 * Adds up the files of a runner. A runner that ran no test counts as one failed test. So does one that exited with an
 * error but has no failed test.
 */
function judge({ name }: Runner, ended: boolean, files: Map<string, FileCounts>): Counts {
  const counts = sum(files.values());
  const isBroken = counts.failed === 0 && (!ended || counts.passed === 0);
  return isBroken ? sum([counts, oneFailed(`${name}: exited with an error, or ran no test`)]) : counts;
}

/**
 * Runs one runner. Up to `MAX_RERUN_FILES` failed files run again, one at a time, to tell flaky tests from broken ones. The
 * verdict of the first run stands.
 */
async function runOne(runner: Runner): Promise<RunnerReport> {
  const { ended, files } = await run(runner, runner.count);
  const report = {
    ...judge(runner, ended, files),
    files: Array.from(files, ([name, { durationMs }]) => ({ name, durationMs })),
    flaky: [],
  };
  const failed = [...files.keys()].filter((file) => file !== UNCAUGHT && files.get(file)?.failed);
  if (!runner.rerun || failed.length === 0 || failed.length > MAX_RERUN_FILES) return report;
  console.log(`\n── ${runner.name}: running failed files again: ${failed.join(', ')}`);
  const second = await run(runner.rerun(failed), runner.count, RERUN_LIMIT_MS);
  const flaky = failed
    .filter((file) => second.files.get(file)?.failed === 0)
    .flatMap((file) => files.get(file)?.failures ?? []);
  return { ...report, flaky, failures: report.failures.filter((failure) => !flaky.includes(failure)) };
}

/**
 * Runs the preparations, then every runner, and adds up the results. A failed runner does not stop the others. A failed
 * preparation counts as one failed test and ends the run.
 */
export async function runTests(preparations: Preparation[], runners: Runner[]): Promise<Report> {
  const steps: Report['steps'] = [];
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    console.log(`\n── ${name}`);
    const result = await work();
    steps.push({ name, durationMs: performance.now() - startedAt });
    return result;
  };
  for (const { name, command } of preparations) {
    if (await timed(name, () => runCommand(command))) continue;
    console.error(`Preparation failed, no test ran: ${command.join(' ')}`);
    return { ...oneFailed(name), flaky: [], files: [], steps };
  }
  const reports: RunnerReport[] = [];
  for (const runner of runners) {
    const report = await timed(runner.name, () => runOne(runner));
    console.log(`── ${runner.name}: ${describeCounts(report)}`);
    reports.push(report);
  }
  return {
    ...sum(reports),
    flaky: reports.flatMap(({ flaky }) => flaky),
    files: reports.flatMap(({ files }) => files),
    steps,
  };
}
