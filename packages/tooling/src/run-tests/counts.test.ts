import { expect, it } from 'vitest';
import { countK6, countVitest, NO_TESTS, UNCAUGHT } from './counts.ts';

const vitestReport = {
  testResults: [
    {
      name: 'chat.test.ts',
      status: 'failed',
      durationMs: 1_200,
      assertionResults: [
        {
          status: 'failed',
          fullName: 'a chat opens',
          failureMessages: ['expected 1 to be 2\n  at chat.test.ts'],
        },
        { status: 'passed', fullName: 'a chat closes' },
        { status: 'pending', fullName: 'a chat is left out' },
        { status: 'todo', fullName: 'a chat to come' },
      ],
    },
    { name: 'likes.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'a like' }] },
  ],
};

it('counts Vitest tests by file, to-do ones as skipped, and names failed ones', () => {
  const failures = ['chat.test.ts: a chat opens: expected 1 to be 2'];
  expect([...countVitest(JSON.stringify(vitestReport))]).toEqual([
    ['chat.test.ts', { passed: 1, failed: 1, skipped: 2, failures, durationMs: 1_200 }],
    ['likes.test.ts', { ...NO_TESTS, passed: 1 }],
  ]);
});

it('counts a file that did not load, or whose hook threw, as one failed test', () => {
  const none = { name: 'broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
  const hook = { ...none, assertionResults: [{ status: 'skipped', fullName: 'never began' }] };
  const failures = ['broken.test.ts: did not load: no such module'];
  const countsOf = (file: object) =>
    countVitest(JSON.stringify({ testResults: [file] })).get('broken.test.ts');
  expect(countsOf(none)).toEqual({ ...NO_TESTS, failed: 1, failures });
  expect(countsOf(hook)).toEqual({ ...NO_TESTS, failed: 1, skipped: 1, failures });
});

const hookThrew = (message: string) =>
  countVitest(
    JSON.stringify({
      testResults: [{ name: 'a.test.ts', status: 'failed', message, assertionResults: [] }],
    }),
  ).get('a.test.ts')?.failures;

it('keeps the reason below the first line and drops the stack', () => {
  const stack = '    at spawnReady (service.ts:77:13)\n    at next (timers.js:1:1)';
  expect(
    hookThrew(`worker-1 ended with code 1:\n\u001b[31mThe worker did not start.\u001b[39m\n\n${stack}`),
  ).toEqual(['a.test.ts: did not load: worker-1 ended with code 1:\n    The worker did not start.']);
});

it('cuts a long reason in the middle and keeps its start and its end', () => {
  const log = Array.from({ length: 40 }, (_, line) => `line ${line} of the log`).join('\n');
  const [failure = ''] = hookThrew(`worker-1 ended with code 1:\n${log}\nThe worker did not start.`) ?? [];
  expect(failure).toMatch(/^a\.test\.ts: did not load: worker-1 ended with code 1:\n {4}line 0 of the log\n/);
  expect(failure).toMatch(/\n {4}line 39 of the log\n {4}The worker did not start\.$/);
  expect(failure).toContain(' … ');
  expect(failure.length).toBeLessThan(1_000);
});

it('counts an uncaught error for its file if that failed, else for no file', () => {
  const uncaught = [
    { name: 'chat.test.ts', message: 'lost' },
    { name: 'likes.test.ts', message: 'late' },
    { name: '', message: 'nowhere' },
  ];
  const files = countVitest(JSON.stringify({ ...vitestReport, uncaught }));
  expect(files.get('chat.test.ts')).toMatchObject({ failed: 2 });
  expect(files.get('likes.test.ts')).toMatchObject({ passed: 1, failed: 0 });
  expect(files.get(UNCAUGHT)).toEqual({
    ...NO_TESTS,
    failed: 2,
    failures: ['likes.test.ts: uncaught: late', 'uncaught: nowhere'],
  });
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
  expect(countK6(JSON.stringify(summary)).get('k6')).toEqual({
    ...NO_TESTS,
    passed: 3,
    failed: 2,
    failures: ['hears', 'ack p(50)<5'],
  });
});

it('counts a k6 check that never ran as failed', () => {
  const summary = {
    root_group: { checks: [{ name: 'never', passes: 0, fails: 0 }], groups: [] },
    metrics: {},
  };
  const failures = ['never'];
  expect(countK6(JSON.stringify(summary)).get('k6')).toEqual({ ...NO_TESTS, failed: 1, failures });
});
