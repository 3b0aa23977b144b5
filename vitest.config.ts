import react from '@vitejs/plugin-react-swc';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Lingui's macros run at build time, so tests of screens need the compiler the web app is built with. */
const screens = react({ plugins: [['@lingui/swc-plugin', {}]] });

/** What a test polls for comes when it comes: how long that takes says how busy the machine is. */
const LONG_TIMEOUT = { poll: { timeout: 30_000 } };

/**
 * As the services run: Node reads the sources itself, once for all files of a worker. A file finds what the one before
 * it left in a module, so no module keeps what a test says: it is given it.
 */
const AS_IN_A_SERVICE = { isolate: false, experimental: { viteModuleRunner: false } };

/** What `vi.mock` puts in the place of a module stays there for every file of a process, so this one has its own modules. */
const REPLACES_MODULES = 'load-tests/src/bench/run.test.ts';

/** What waits longest: for the house to mend itself once processes were killed, for jobs of a schedule, for leases. */
const WAITS = /\/(faults\/.*|job-runner|visibility-events)\.test\.ts$/;

/** Tests of `npm run test:release`, in any folder of integration or browser tests. */
const RELEASE = '**/*.release.test.ts';
const NOT_HERE = ['**/node_modules/**', RELEASE];

/** What waits begins first: last, it would keep a single core busy. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(WAITS.test(moduleId));
    return (await super.sort(files)).toSorted((one, two) => isLong(two) - isLong(one));
  }
}

/**
 * Six projects:
 * - `unit`: beside the source file.
 * - `screens`: the same, of what the browser runs. A test of a component says `// @vitest-environment happy-dom`.
 * - `mocks`: the one that replaces modules.
 * - `integration`: real engines, started by the tests, each on engines of its own.
 * - `e2e`: a real browser against a whole world.
 * - `release`: seeds of faults, a Redis Cluster, benchmarks, long evenings; not part of `npm test`.
 * The last three wait for clocks a third of their time, so more of them go side by side than there are cores.
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
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
        plugins: [screens],
        test: {
          name: 'screens',
          // A document for each file of its own in one process: half the time of a process for each.
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
          // Longer than what a test itself waits for, such as the sweep of the next minute: then it says for what.
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
