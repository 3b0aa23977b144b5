import { expect, it } from 'vitest';
import { formatCountdown } from './countdown.tsx';

it.each([
  [14_400_000, '04:00:00'],
  [3_599_999, '00:59:59'],
  [999, '00:00:00'],
  [-5, '00:00:00'],
])('formats %d ms as %s', (remainingMs, text) => {
  expect(formatCountdown(remainingMs)).toBe(text);
});
