import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepTowards } from './steady-rows.ts';

const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ key: String(from + index) }));
const keys = (list: readonly { key: string }[]) => list.map((row) => row.key);

describe('rows that change at both ends', () => {
  it('change at the front first, then at the end', () => {
    const step = stepTowards(rows(10, 20), rows(5, 22));
    expect(keys(step.rows)).toEqual(keys(rows(5, 20)));
    expect(step).toMatchObject({ isShifted: true, isLast: false });
    expect(stepTowards(step.rows, rows(5, 22))).toMatchObject({ isShifted: false, isLast: true });
  });

  it('are another list when they have nothing in common', () => {
    expect(stepTowards(rows(0, 5), rows(10, 15))).toMatchObject({ isShifted: false, isLast: true });
    expect(stepTowards([], rows(0, 3))).toMatchObject({ isShifted: false, isLast: true });
  });

  it('arrive in two steps at most, each at one end only', () => {
    const bounds = fc.tuple(fc.nat(30), fc.nat(30)).map(([a, b]) => rows(Math.min(a, b), Math.max(a, b)));
    fc.assert(
      fc.property(bounds, bounds, (drawn, wanted) => {
        const first = stepTowards(drawn, wanted);
        if (!first.isLast) {
          expect(first.isShifted).toBe(true);
          expect(first.rows.at(-1)?.key).toBe(drawn.at(-1)?.key);
          expect(stepTowards(first.rows, wanted)).toMatchObject({ rows: wanted, isShifted: false });
        } else expect(first.rows).toBe(wanted);
        if (first.isShifted && first.isLast) expect(drawn.at(-1)?.key).toBe(wanted.at(-1)?.key);
      }),
    );
  });
});
