import { join } from 'node:path';
import { repositoryRoot } from '../repository-root.ts';
import { countK6, countVitest, describeCounts } from './counts.ts';
import { type Preparation, type Runner, runTests } from './run-tests.ts';

/**
 * `npm test`: engines and browser, the built web app, then every test there is. The last line is
 * `N passed, N failed, N skipped`; the exit code is 1 when any failed or none ran.
 */
process.chdir(repositoryRoot);

const resultsFile = (name: string) => join(repositoryRoot, 'test-results', `${name}.json`);

function vitestProject(name: string): Runner {
  const results = resultsFile(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  return {
    name,
    command: ['vitest', 'run', '--project', name, ...reporters],
    resultsFile: results,
    count: countVitest,
  };
}

const preparations: Preparation[] = [
  { name: 'engines and browser', command: ['node', 'infra/local/src/install/main.ts', 'all'] },
  { name: 'web app', command: ['npm', 'run', '--silent', 'build'] },
];

const runners: Runner[] = [
  vitestProject('unit'),
  vitestProject('integration'),
  vitestProject('e2e'),
  {
    name: 'k6 smoke',
    command: ['node', 'load-tests/src/load.ts', 'smoke', `--summary=${resultsFile('k6')}`],
    resultsFile: resultsFile('k6'),
    count: countK6,
  },
];

const counts = await runTests(preparations, runners);
for (const failure of counts.failures) console.log(`\n✗ ${failure}`);
console.log(`\n${describeCounts(counts)}`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
