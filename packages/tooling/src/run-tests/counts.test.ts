import { expect, it } from 'vitest';
import { countK6, countVitest } from './counts.ts';

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    {
      name: 'chat.test.ts',
      status: 'failed',
      assertionResults: [
        {
          status: 'failed',
          fullName: 'a chat opens',
          failureMessages: ['expected 1 to be 2\n  at chat.test.ts'],
        },
        { status: 'passed', fullName: 'a chat closes' },
      ],
    },
    { name: 'likes.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a like' }] },
  ],
};

it('counts the tests of Vitest, to-do ones as skipped', () => {
  expect(countVitest(JSON.stringify(vitestReport))).toMatchObject({ passed: 5, failed: 1, skipped: 3 });
});

it('counts a file that did not load as one failed test, and names what failed', () => {
  const broken = {
    name: 'broken.test.ts',
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  };
  const counts = countVitest(
    JSON.stringify({ ...vitestReport, testResults: [...vitestReport.testResults, broken] }),
  );
  expect(counts.failed).toBe(2);
  expect(counts.failures).toEqual([
    'chat.test.ts: a chat opens: expected 1 to be 2',
    'broken.test.ts: did not load: no such module',
  ]);
});

it('counts each check and each threshold of k6 once', () => {
  const summary = {
    root_group: {
      checks: [
        { name: 'acks', passes: 900, fails: 0 },
        { name: 'hears', passes: 899, fails: 1 },
      ],
      groups: [{ checks: [{ name: 'enters', passes: 3, fails: 0 }], groups: [] }],
    },
    metrics: { ack: { thresholds: { 'p(99)<50': { ok: true }, 'p(50)<5': { ok: false } } }, plain: {} },
  };
  expect(countK6(JSON.stringify(summary))).toEqual({
    passed: 3,
    failed: 2,
    skipped: 0,
    failures: ['hears', 'ack p(50)<5'],
  });
});

it('does not count a k6 check that never ran as passed', () => {
  const summary = {
    root_group: { checks: [{ name: 'never', passes: 0, fails: 0 }], groups: [] },
    metrics: {},
  };
  expect(countK6(JSON.stringify(summary))).toEqual({ passed: 0, failed: 1, skipped: 0, failures: ['never'] });
});
