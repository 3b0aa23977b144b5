import { stripVTControlCharacters } from 'node:util';

/** What a runner says about its tests; `failures` names those that failed, for whoever sees only the end of a log. */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[] };

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

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

/** The closing line of `npm test`. */
export function describeCounts({ passed, failed, skipped }: Omit<Counts, 'failures'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

type VitestFile = {
  name: string;
  status: string;
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
};

/** What `vitest-reporter.ts` writes; the name of an uncaught error is that of the file that was running, if any was. */
export type VitestReport = { testResults: VitestFile[]; uncaught?: { name: string; message: string }[] };

/** Stands among the files for errors that nobody caught while files ran that were well: no file to ask again. */
export const UNCAUGHT = 'uncaught';

/**
 * Reads what `vitest-reporter.ts` wrote, file by file. A file that failed without a failed test (it did not load, or a
 * hook threw) counts as one failed test, and so does each error that nobody caught: of the file, where that has failed
 * anyway, else of `UNCAUGHT`.
 */
export function countVitest(json: string): Map<string, Counts> {
  const { testResults, uncaught = [] } = JSON.parse(json) as VitestReport;
  const files = new Map(testResults.map((file) => [file.name, countFile(file)]));
  for (const { name, message } of uncaught) {
    const key = files.get(name)?.failed ? name : UNCAUGHT;
    const error = { ...NO_TESTS, failed: 1, failures: [failure(name, UNCAUGHT, message)] };
    files.set(key, sum([files.get(key) ?? NO_TESTS, error]));
  }
  return files;
}

function countFile({ name, status, message, assertionResults }: VitestFile): Counts {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const passed = assertionResults.filter((test) => test.status === 'passed');
  const failures = failed.map(({ fullName, failureMessages }) =>
    failure(name, fullName, failureMessages?.[0]),
  );
  if (status === 'failed' && failed.length === 0) failures.push(failure(name, 'did not load', message));
  const skipped = assertionResults.length - passed.length - failed.length;
  return { passed: passed.length, failed: failures.length, skipped, failures };
}

function failure(file: string, test: string, message = ''): string {
  return `${file && `${file}: `}${test}${message && `: ${reasonIn(message)}`}`;
}

/** Of a reason that is longer, so much of its beginning and of its end is told. */
const TOLD = { first: 200, last: 600 };
const WHERE_IN_THE_CODE = /^\s+at /;

/**
 * What an error says, line by line, without where in the code. The beginning names what failed, and the end why: of a
 * service that ended these are its last words.
 */
function reasonIn(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !WHERE_IN_THE_CODE.test(line))
    .map((line) => line.trimEnd());
  const told = lines.join('\n    ');
  if (told.length <= TOLD.first + TOLD.last) return told;
  return `${told.slice(0, TOLD.first)} … ${told.slice(-TOLD.last)}`;
}

type K6Check = { name: string; passes: number; fails: number };
type K6Group = { checks: K6Check[]; groups: K6Group[] };
type K6Summary = {
  root_group: K6Group;
  metrics: Record<string, { thresholds?: Record<string, { ok: boolean }> }>;
};

/** Reads the data k6 gives to `handleSummary`: each check and each threshold counts as one test, however often it ran. */
export function countK6(json: string): Map<string, Counts> {
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
  return new Map([['k6', { passed, failed: failures.length, skipped: 0, failures }]]);
}
