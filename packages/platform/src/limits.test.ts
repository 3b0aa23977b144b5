import { expect, it } from 'vitest';
import { countedHere } from './limits.ts';

it('counts each key in windows that begin with its first call', () => {
  let now = 0;
  const take = countedHere({ points: 2, seconds: 10 }, () => now);
  const outcomes = (key: string, times: number) => Array.from({ length: times }, () => take(key).outcome);
  expect(outcomes('one', 3)).toEqual(['allowed', 'allowed', 'limited']);
  now = 4_000;
  expect(take('other').outcome).toBe('allowed');
  expect(take('one')).toEqual({ outcome: 'limited', retryAfterMs: 6_000 });
  now = 10_000;
  expect(outcomes('one', 3)).toEqual(['allowed', 'allowed', 'limited']);
  expect(outcomes('other', 2)).toEqual(['allowed', 'limited']);
  now = 14_000;
  expect(take('other').outcome).toBe('allowed');
});

it('answers without counting when asked for 0 points', () => {
  const take = countedHere({ points: 1, seconds: 10 }, () => 0);
  const outcomes = (...points: (0 | 1)[]) => points.map((taken) => take('one', taken).outcome);
  expect(outcomes(0, 1, 0, 0, 1, 0)).toEqual([
    'allowed',
    'allowed',
    'allowed',
    'allowed',
    'limited',
    'limited',
  ]);
});
