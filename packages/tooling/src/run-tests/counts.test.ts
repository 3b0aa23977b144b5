import { expect, it } from 'vitest';
import { countK6, countVitest } from './counts.ts';

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ],
};

it('counts the tests of Vitest, to-do ones as skipped', () => {
  expect(countVitest(JSON.stringify(vitestReport))).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

it('counts a file that did not load as one failed test', () => {
  const testResults = [...vitestReport.testResults, { status: 'failed', assertionResults: [] }];
  expect(countVitest(JSON.stringify({ ...vitestReport, testResults })).failed).toBe(2);
});

it('counts each check and each threshold of k6 once', () => {
  const summary = {
    root_group: {
      checks: [
        { passes: 900, fails: 0 },
        { passes: 899, fails: 1 },
      ],
      groups: [{ checks: [{ passes: 3, fails: 0 }], groups: [] }],
    },
    metrics: { ack: { thresholds: { 'p(99)<50': { ok: true }, 'p(50)<5': { ok: false } } }, plain: {} },
  };
  expect(countK6(JSON.stringify(summary))).toEqual({ passed: 3, failed: 2, skipped: 0 });
});

it('does not count a k6 check that never ran as passed', () => {
  const summary = { root_group: { checks: [{ passes: 0, fails: 0 }], groups: [] }, metrics: {} };
  expect(countK6(JSON.stringify(summary))).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
