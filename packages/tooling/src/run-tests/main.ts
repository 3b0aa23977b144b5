import { join } from 'node:path';
import { parseCommandArgs } from '../parse-command-args.ts';
import { repositoryRoot } from '../repository-root.ts';
import { countK6, countVitest } from './counts.ts';
import { describeReport } from './report.ts';
import { type Preparation, type Runner, runTests } from './run-tests.ts';

/**
 * `npm test`: installs engines and a browser, builds the web app, then runs every test. The last line is
 * `N passed, N failed, N skipped`. The exit code is 1 when a test failed or none ran.
 */
parseCommandArgs(
  'npm test runs every test and takes no arguments. For one file: `npx vitest run --project unit <file>`.',
  {},
);
process.chdir(repositoryRoot);

const REPORTER = join(import.meta.dirname, 'vitest-reporter.ts');
const resultsFile = (name: string) => join(repositoryRoot, 'test-results', `${name}.json`);

function vitestCommand(projects: readonly string[], results: string): Runner['command'] {
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`, `--outputFile.json=${results}`];
  return ['vitest', 'run', ...projects.flatMap((project) => ['--project', project]), ...reporters];
}

/** Vitest with some of its projects. Failed files run again with one worker, to tell flaky tests from broken ones. */
function vitest(...projects: [string, ...string[]]): Runner {
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

const runners: Runner[] = [
  vitest('unit', 'screens', 'mocks'),
  vitest('integration'),
  {
    name: 'k6 smoke',
    command: ['node', 'load-tests/src/load.ts', 'smoke', `--summary=${resultsFile('k6')}`],
    resultsFile: resultsFile('k6'),
    count: countK6,
  },
  // Last because it takes longest: it gets all the time that is left.
  vitest('e2e'),
];

const report = await runTests(preparations, runners);
console.log(`\n${describeReport(report)}`);
process.exitCode = report.failed > 0 || report.passed === 0 ? 1 : 0;
