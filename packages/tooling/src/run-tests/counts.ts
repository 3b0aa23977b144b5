/** What a runner says about its tests. */
export type Counts = { passed: number; failed: number; skipped: number };

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** The closing line of `npm test`. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
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
  };
}

type K6Group = { checks: { passes: number; fails: number }[]; groups: K6Group[] };
type K6Summary = {
  root_group: K6Group;
  metrics: Record<string, { thresholds?: Record<string, { ok: boolean }> }>;
};

/** Reads the data k6 gives to `handleSummary`: each check and each threshold counts as one test, however often it ran. */
export function countK6(json: string): Counts {
  const { root_group, metrics } = JSON.parse(json) as K6Summary;
  const checksOf = (group: K6Group): boolean[] => [
    ...group.checks.map(({ passes, fails }) => fails === 0 && passes > 0),
    ...group.groups.flatMap(checksOf),
  ];
  const thresholds = Object.values(metrics).flatMap((metric) =>
    Object.values(metric.thresholds ?? {}).map(({ ok }) => ok),
  );
  const results = [...checksOf(root_group), ...thresholds];
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}
