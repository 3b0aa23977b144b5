import { expect, it } from 'vitest';
import { type Share, shareOf } from './shares.ts';

it('gives the share with its interval by Wilson', () => {
  const { share, low, high } = shareOf(40, 1_000) as Share;
  expect(share).toBe(0.04);
  expect([low, high]).toEqual([expect.closeTo(0.029_511, 6), expect.closeTo(0.054_01, 6)]);
  // Its ends are the true shares from which 4 % would lie 1.96 standard deviations away.
  for (const end of [low, high]) {
    expect(Math.abs(share - end) / Math.sqrt((end * (1 - end)) / 1_000)).toBeCloseTo(1.96, 3);
  }
});

it('keeps the interval from 0 to 1 when none or all count', () => {
  expect(shareOf(0, 30)).toMatchObject({ share: 0, low: 0 });
  expect(shareOf(30, 30)).toMatchObject({ share: 1, high: 1 });
});

it('says too few below 30, and unknown when the part exceeds the whole', () => {
  expect(shareOf(3, 29)).toBe('too few');
  expect(shareOf(31, 30)).toBe('unknown');
  expect(shareOf(1, 0)).toBe('unknown');
  expect(shareOf(0, 0)).toBe('too few');
});
