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
