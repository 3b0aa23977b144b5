import { join } from 'node:path';
import { readWords } from '../read-words.ts';
import { repositoryRoot } from '../repository-root.ts';
import { countK6, countVitest, describeCounts } from './counts.ts';
import { type Preparation, type Runner, runTests } from './run-tests.ts';

/**
 * `npm test`: engines and browser, the built web app, then every test there is. The last line is
 * `N passed, N failed, N skipped`; the exit code is 1 when any failed or none ran.
 */
readWords(
  'npm test runs every test there is, and takes no words: for some of them, `npx vitest run --project unit <file>`.',
  {},
);
process.chdir(repositoryRoot);

const REPORTER = join(import.meta.dirname, 'vitest-reporter.ts');
const resultsFile = (name: string) => join(repositoryRoot, 'test-results', `${name}.json`);

function vitestProjects(...names: [string, ...string[]]): Runner {
  const [name] = names;
  const results = resultsFile(name);
  const reporters = ['--reporter=default', `--reporter=${REPORTER}`, `--outputFile.json=${results}`];
  const projects = names.flatMap((project) => ['--project', project]);
  return {
    name,
    command: ['vitest', 'run', ...projects, ...reporters],
    resultsFile: results,
    count: countVitest,
  };
}

/** Tests that start processes and browsers: what fails there may be the machine's fault. */
function wholeHouse(name: string): Runner {
  const project = vitestProjects(name);
  return { ...project, again: (files) => [...project.command, '--maxWorkers=1', ...files] };
}

const preparations: Preparation[] = [
  { name: 'engines and browser', command: ['node', 'infra/local/src/install/main.ts', 'all'] },
  { name: 'web app', command: ['npm', 'run', '--silent', 'build'] },
];

const runners: Runner[] = [
  vitestProjects('unit', 'screens', 'mocks'),
  wholeHouse('integration'),
  {
    name: 'k6 smoke',
    command: ['node', 'load-tests/src/load.ts', 'smoke', `--summary=${resultsFile('k6')}`],
    resultsFile: resultsFile('k6'),
    count: countK6,
  },
  // Last, since it is the longest: it has all the time that is left.
  wholeHouse('e2e'),
];

const report = await runTests(preparations, runners);
for (const failure of report.askedTwice)
  console.log(`\nfailed at first, passed when asked once more: ${failure}`);
for (const failure of report.failures) console.log(`\n✗ ${failure}`);
console.log(`\n${describeCounts(report)}`);
process.exitCode = report.failed > 0 || report.passed === 0 ? 1 : 0;
