import react from '@vitejs/plugin-react-swc';
import { defineConfig } from 'vitest/config';

/** Lingui's macros run at build time, so tests of screens need the compiler the web app is built with. */
const screens = react({ plugins: [['@lingui/swc-plugin', {}]] });

/** What a test polls for comes when it comes: how long that takes says how busy the machine is. */
const PATIENT = { poll: { timeout: 30_000 } };

/**
 * Three projects, run one after the other:
 * - `unit`: beside the source file; two at a time. A test of a component says `// @vitest-environment happy-dom`.
 * - `integration`: real engines, started by the tests; three files at a time, each on engines of its own, since many
 *   wait for what a clock does.
 * - `e2e`: a real browser against a whole world; two files at a time, which fill two cores.
 */
export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        plugins: [screens],
        test: {
          name: 'unit',
          include: [
            '{apps,services,packages}/*/src/**/*.test.{ts,tsx}',
            'apps/web/build/**/*.test.ts',
            'infra/local/src/**/*.test.ts',
            'load-tests/{src,lib,scenarios}/**/*.test.ts',
          ],
          maxWorkers: 2,
          testTimeout: 40_000,
          expect: PATIENT,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            '{services,packages}/*/tests/**/*.test.ts',
            '{infra/local,load-tests}/tests/**/*.test.ts',
          ],
          maxWorkers: 3,
          // Longer than what a test itself waits for, such as the sweep of the next minute: then it says for what.
          testTimeout: 200_000,
          hookTimeout: 300_000,
          expect: PATIENT,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['apps/web/e2e/**/*.test.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: PATIENT,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
