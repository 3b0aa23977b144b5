import { expect, it } from 'vitest';
import { median, quantile, spread } from './figures.ts';

it('returns the middle of an odd list and the mean of the middle two of an even one', () => {
  expect([median([3, 1, 2]), median([0, 60]), median([4, 1, 2, 8])]).toEqual([2, 30, 3]);
  expect(median([])).toBeNaN();
  expect(spread([0, 60], 0)).toBe('0 / 30 / 60');
});

it('returns quantiles by nearest rank', () => {
  expect([quantile([1, 2, 3, 4], 0.99), quantile([1, 2, 3, 4], 0.25)]).toEqual([4, 1]);
});
