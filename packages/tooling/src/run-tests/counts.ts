/** What a runner says about its tests; `failures` names those that failed, for whoever sees only the end of a log. */
export type Counts = { passed: number; failed: number; skipped: number; failures: string[] };

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  };
}

/** The closing line of `npm test`. */
export function describeCounts({ passed, failed, skipped }: Omit<Counts, 'failures'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
};

/**
 * Reads what Vitest's JSON reporter wrote. A file that failed without a failed test (it did not load, or a
 * hook threw) counts as one failed test: its tests are in no other number.
 */
export function countVitest(json: string): Counts {
  const report = JSON.parse(json) as VitestReport;
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0])),
      ),
      ...brokenFiles.map(({ name, message }) => failure(name, 'did not load', message)),
    ],
  };
}

function failure(file: string, test: string, message = ''): string {
  return `${file}: ${test}${message && `: ${message.split('\n')[0]}`}`;
}

type K6Check = { name: string; passes: number; fails: number };
type K6Group = { checks: K6Check[]; groups: K6Group[] };
type K6Summary = {
  root_group: K6Group;
  metrics: Record<string, { thresholds?: Record<string, { ok: boolean }> }>;
};

/** Reads the data k6 gives to `handleSummary`: each check and each threshold counts as one test, however often it ran. */
export function countK6(json: string): Counts {
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
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures };
}
