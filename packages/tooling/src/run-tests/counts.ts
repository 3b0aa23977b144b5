import { stripVTControlCharacters } from 'node:util';

/** The results of one file, or of one runner. `failures` has one entry for each failed test: file, test and reason. */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[] };

/** The results of one test file; `durationMs` includes its imports and hooks. */
export type FileCounts = Counts & { durationMs: number };

export const NO_TESTS: FileCounts = { passed: 0, failed: 0, skipped: 0, failures: [], durationMs: 0 };

export function sum(all: Iterable<Counts>): Counts {
  let [passed, failed, skipped] = [0, 0, 0];
  const failures: string[] = [];
  for (const counts of all) {
    passed += counts.passed;
    failed += counts.failed;
    skipped += counts.skipped;
    failures.push(...counts.failures);
  }
  return { passed, failed, skipped, failures };
}

type VitestFile = {
  name: string;
  status: string;
  message?: string;
  durationMs?: number;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
};

/** The file that `vitest-reporter.ts` writes. `name` of an uncaught error is the file that ran, or empty if none did. */
export type VitestReport = { testResults: VitestFile[]; uncaught?: { name: string; message: string }[] };

/** The key of uncaught errors that no failed file explains. It is not a file, so it cannot run again. */
export const UNCAUGHT = 'uncaught';

/**
 * Reads the report of `vitest-reporter.ts`, file by file. A failed file without a failed test counts as one failed test:
 * it did not load, or a hook threw. Each uncaught error counts as one failed test of its file if that failed, else of
 * `UNCAUGHT`.
 */
export function countVitest(json: string): Map<string, FileCounts> {
  const { testResults, uncaught = [] } = JSON.parse(json) as VitestReport;
  const files = new Map(testResults.map((file) => [file.name, countFile(file)]));
  for (const { name, message } of uncaught) {
    const key = files.get(name)?.failed ? name : UNCAUGHT;
    const before = files.get(key) ?? NO_TESTS;
    const error = { ...NO_TESTS, failed: 1, failures: [failure(name, UNCAUGHT, message)] };
    files.set(key, { ...sum([before, error]), durationMs: before.durationMs });
  }
  return files;
}

function countFile({ name, status, message, durationMs = 0, assertionResults }: VitestFile): FileCounts {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const passed = assertionResults.filter((test) => test.status === 'passed');
  const failures = failed.map(({ fullName, failureMessages }) =>
    failure(name, fullName, failureMessages?.[0]),
  );
  if (status === 'failed' && failed.length === 0) failures.push(failure(name, 'did not load', message));
  const skipped = assertionResults.length - passed.length - failed.length;
  return { passed: passed.length, failed: failures.length, skipped, failures, durationMs };
}

function failure(file: string, test: string, message = ''): string {
  return `${file && `${file}: `}${test}${message && `: ${reasonIn(message)}`}`;
}

/** Characters shown from the start and from the end of a longer error message. */
const SHOWN = { first: 200, last: 600 };
const STACK_LINE = /^\s+at /;

/**
 * The error message without its stack. A long one is cut in the middle: its start says what failed, its end why. The end
 * of a crashed service's output is its last log lines.
 */
function reasonIn(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !STACK_LINE.test(line))
    .map((line) => line.trimEnd());
  const text = lines.join('\n    ');
  if (text.length <= SHOWN.first + SHOWN.last) return text;
  return `${text.slice(0, SHOWN.first)} … ${text.slice(-SHOWN.last)}`;
}

type K6Check = { name: string; passes: number; fails: number };
type K6Group = { checks: K6Check[]; groups: K6Group[] };
type K6Summary = {
  root_group: K6Group;
  metrics: Record<string, { thresholds?: Record<string, { ok: boolean }> }>;
};

/** Reads the data that k6 gives to `handleSummary`. Each check and each threshold counts as one test. */
export function countK6(json: string): Map<string, FileCounts> {
  const { root_group, metrics } = JSON.parse(json) as K6Summary;
  const checksOf = (group: K6Group): { name: string; isOk: boolean }[] => [
    ...group.checks.map(({ name, passes, fails }) => ({ name, isOk: fails === 0 && passes > 0 })),
    ...group.groups.flatMap(checksOf),
  ];
  const thresholds = Object.entries(metrics).flatMap(([metric, { thresholds: wanted }]) =>
    Object.entries(wanted ?? {}).map(([rule, { ok }]) => ({ name: `${metric} ${rule}`, isOk: ok })),
  );
  const results = [...checksOf(root_group), ...thresholds];
  const failures = results.filter(({ isOk }) => !isOk).map(({ name }) => name);
  const passed = results.length - failures.length;
  return new Map([['k6', { ...NO_TESTS, passed, failed: failures.length, failures }]]);
}
