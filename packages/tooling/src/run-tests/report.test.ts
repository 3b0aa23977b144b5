import { expect, it } from 'vitest';
import { NO_TESTS } from './counts.ts';
import { describeReport } from './report.ts';

const file = (name: string, seconds: number) => ({ name, durationMs: seconds * 1_000 });

it('ends with slowest files, time of each step, flaky and failed tests, and counts', () => {
  const report = {
    ...NO_TESTS,
    passed: 7,
    failed: 2,
    failures: ['b.test.ts: closes: 1'],
    flaky: ['a.test.ts: opens: late'],
    files: [file('k6', 0), file('a.test.ts', 3.4), file('b.test.ts', 120)],
    steps: [file('web app', 17), file('unit', 100)],
  };
  expect(describeReport(report)).toBe(`The slowest files:
  120 s  b.test.ts
    3 s  a.test.ts

Time: web app 17 s, unit 100 s

flaky: a.test.ts: opens: late

✗ b.test.ts: closes: 1

7 passed, 2 failed, 0 skipped`);
});

it('lists the ten slowest files only', () => {
  const files = Array.from({ length: 12 }, (_, n) => file(`${n}.test.ts`, n + 1));
  const text = describeReport({ ...NO_TESTS, flaky: [], files, steps: [] });
  expect(text).toContain('    3 s  2.test.ts\n\n');
  expect(text).not.toContain(' 1.test.ts');
});
