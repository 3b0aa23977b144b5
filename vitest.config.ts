import react from '@vitejs/plugin-react-swc';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Lingui's macros run at build time, so tests of screens need the web app's compiler. */
const screens = react({ plugins: [['@lingui/swc-plugin', {}]] });

/** Limit of polling in tests. Long, because the time until an event depends on the load of the machine. */
const LONG_TIMEOUT = { poll: { timeout: 30_000 } };

/** `vitest --changed` follows imports into catalogs, though no screen test loads one. */
const noCatalogs = {
  name: 'no-catalogs',
  load: (id: string) => (id.endsWith('.po') ? "throw new Error('screen tests load no catalogs')" : undefined),
};

/**
 * Modules load as in the services: by Node.js, once for all test files of a worker. A file finds the module state of
 * the file before it. So test state is passed as arguments, never stored in a module.
 */
const AS_IN_A_SERVICE = { isolate: false, experimental: { viteModuleRunner: false } };

/** `vi.mock` replaces a module for every file of a process, so this file has its own project. */
const REPLACES_MODULES = 'load-tests/src/bench/run.test.ts';

/** The slowest tests. They wait for recovery after killed processes, for jobs or leases, or open every screen. */
const LONG =
  /\/(faults\/.*|job-runner|visibility-events|e2e\/(devices|landers|languages|screens))\.test\.ts$/;

/** Tests of `npm run test:release`, in any folder of integration or browser tests. */
const RELEASE = '**/*.release.test.ts';
const NOT_HERE = ['**/node_modules/**', RELEASE];

/** Starts the slowest files first. Started last, one of them would occupy a single core while the others are idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(LONG.test(moduleId));
    return (await super.sort(files)).toSorted((one, two) => isLong(two) - isLong(one));
  }
}

/**
 * Six projects:
 *
 * - `unit`: tests beside the source file.
 * - `screens`: the same for browser code. A component's test has `// @vitest-environment happy-dom`.
 * - `mocks`: the test that replaces modules.
 * - `integration`: real databases, started by the tests.
 * - `e2e`: a real browser with a whole test world.
 * - `release`: fault seeds, a Redis Cluster, benchmarks, long evenings; not part of `npm test`.
 *
 * Integration and browser tests wait for a third of their time, so they use more workers than there are cores.
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
    // Screen tests read styles as files, so `vitest --changed` cannot see which of them a style reaches.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/*.css'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...AS_IN_A_SERVICE,
          include: [
            '{services,packages}/*/src/**/*.test.ts',
            'infra/local/src/**/*.test.ts',
            'load-tests/{src,lib,scenarios}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'packages/ui/**', REPLACES_MODULES],
          maxWorkers: 3,
          testTimeout: 40_000,
          expect: LONG_TIMEOUT,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [screens, noCatalogs],
        test: {
          name: 'screens',
          // A separate document for each file, in one process. A process for each file would take twice as long.
          pool: 'vmForks',
          include: [
            'apps/*/{src,build}/**/*.test.{ts,tsx}',
            'packages/ui/src/**/*.test.ts',
            '{services,packages}/*/src/**/*.test.tsx',
          ],
          setupFiles: [
            'apps/web/src/testing/poll-timeout.ts',
            'apps/web/src/testing/no-server.ts',
            'apps/web/src/testing/end-of-file.ts',
          ],
          maxWorkers: 3,
          testTimeout: 40_000,
          expect: LONG_TIMEOUT,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'mocks',
          include: [REPLACES_MODULES],
          testTimeout: 40_000,
          expect: LONG_TIMEOUT,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          ...AS_IN_A_SERVICE,
          include: [
            '{services,packages}/*/tests/**/*.test.ts',
            '{infra/local,load-tests}/tests/**/*.test.ts',
          ],
          exclude: NOT_HERE,
          maxWorkers: 4,
          // Longer than any wait inside a test, such as for the next minute's sweep. The test then reports what it
          // waited for.
          testTimeout: 200_000,
          hookTimeout: 300_000,
          expect: LONG_TIMEOUT,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          ...AS_IN_A_SERVICE,
          include: ['apps/web/e2e/**/*.test.ts'],
          exclude: NOT_HERE,
          setupFiles: ['apps/web/e2e/show-failures.ts'],
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: LONG_TIMEOUT,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'release',
          ...AS_IN_A_SERVICE,
          include: [`{apps/web/e2e,packages/testing/tests,load-tests/tests}/${RELEASE}`],
          setupFiles: ['apps/web/e2e/show-failures.ts'],
          maxWorkers: 2,
          testTimeout: 200_000,
          hookTimeout: 300_000,
          expect: LONG_TIMEOUT,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
