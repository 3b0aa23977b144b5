import { join } from 'node:path';
import { parseCommandArgs } from '../parse-command-args.ts';
import { repositoryRoot } from '../repository-root.ts';
import { countK6, countVitest } from './counts.ts';
import { describeReport } from './report.ts';
import { type Preparation, type Runner, runTests } from './run-tests.ts';
import { TIERS } from './tiers.ts';

/**
 * `npm test` and `npm run test:release`: both install engines and a browser and build the web app, then run the tests of
 * their tier (`tiers.ts`). The last line is `N passed, N failed, N skipped`. The exit code is 1 when a test failed or none
 * ran.
 */
const { release = false } = parseCommandArgs(
  'npm test runs the tests that guard a change, npm run test:release those that guard a release. They take no arguments. For one file: `npx vitest run --project unit <file>`.',
  { release: { type: 'boolean' } },
);
process.chdir(repositoryRoot);

const REPORTER = join(import.meta.dirname, 'vitest-reporter.ts');
const resultsFile = (name: string) => join(repositoryRoot, 'test-results', `${name}.json`);

function vitestCommand(projects: readonly string[], results: string): Runner['command'] {
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`, `--outputFile.json=${results}`];
  return ['vitest', 'run', ...projects.flatMap((project) => ['--project', project]), ...reporters];
}

/** Vitest with some of its projects. Failed files run again with one worker, to tell flaky tests from broken ones. */
function vitest(projects: readonly [string, ...string[]]): Runner {
  const [name] = projects;
  const again = resultsFile(`${name}-again`);
  return {
    name,
    command: vitestCommand(projects, resultsFile(name)),
    resultsFile: resultsFile(name),
    count: countVitest,
    rerun: (files) => ({
      command: [...vitestCommand(projects, again), '--maxWorkers=1', ...files],
      resultsFile: again,
    }),
  };
}

const preparations: Preparation[] = [
  { name: 'engines and browser', command: ['node', 'infra/local/src/install/main.ts', 'all'] },
  { name: 'web app', command: ['npm', 'run', '--silent', 'build'] },
];

const k6Smoke: Runner = {
  name: 'k6 smoke',
  command: ['node', 'load-tests/src/load.ts', 'smoke', `--summary=${resultsFile('k6')}`],
  resultsFile: resultsFile('k6'),
  count: countK6,
};

// Browser tests stay last.
const runners = release ? TIERS.release.map(vitest) : TIERS.change.map(vitest).toSpliced(-1, 0, k6Smoke);

const report = await runTests(preparations, runners);
console.log(`\n${describeReport(report)}`);
process.exitCode = report.failed > 0 || report.passed === 0 ? 1 : 0;
