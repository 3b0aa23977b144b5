import type { StatementEntry } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { byDay } from './statement-days.ts';

const entry = (n: number, at: Date) => ({ n, at: at.getTime() }) as StatementEntry;

it('groups the entries by day, newest first', () => {
  const days = byDay([
    entry(4, new Date(2026, 10, 21, 0, 5)),
    entry(3, new Date(2026, 10, 20, 23, 55)),
    entry(2, new Date(2026, 10, 20, 9)),
    entry(1, new Date(2025, 10, 20, 9)),
  ]);
  expect(days.map((day) => day.entries.map((one) => one.n))).toEqual([[4], [3, 2], [1]]);
});

it('keeps two groups of one day apart, from gateways with different clocks', () => {
  const days = byDay([
    entry(3, new Date(2026, 10, 21, 0, 0, 1)),
    entry(2, new Date(2026, 10, 20, 23, 59, 59)),
    entry(1, new Date(2026, 10, 21, 0, 0, 0)),
  ]);
  expect(days.map((day) => day.entries.map((one) => one.n))).toEqual([[3], [2], [1]]);
  expect(new Set(days.map(({ key }) => key)).size).toBe(3);
});
