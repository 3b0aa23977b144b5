import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepTowards } from './steady-rows.ts';

const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ key: String(from + index) }));
const keys = (list: readonly { key: string }[]) => list.map((row) => row.key);

describe('stepTowards', () => {
  it('changes the front first, then the end', () => {
    const step = stepTowards(rows(10, 20), rows(5, 22));
    expect(keys(step.rows)).toEqual(keys(rows(5, 20)));
    expect(step).toMatchObject({ isShifted: true, isLast: false });
    expect(stepTowards(step.rows, rows(5, 22))).toMatchObject({ isShifted: false, isLast: true });
  });

  it('replaces rows that have nothing in common', () => {
    expect(stepTowards(rows(0, 5), rows(10, 15))).toMatchObject({ isShifted: false, isLast: true });
    expect(stepTowards([], rows(0, 3))).toMatchObject({ isShifted: false, isLast: true });
  });

  it('takes at most two steps, each at one end', () => {
    const bounds = fc.tuple(fc.nat(30), fc.nat(30)).map(([a, b]) => rows(Math.min(a, b), Math.max(a, b)));
    fc.assert(
      fc.property(bounds, bounds, (drawn, wanted) => {
        const first = stepTowards(drawn, wanted);
        const second = first.isLast ? first : stepTowards(first.rows, wanted);
        expect(second.rows).toEqual(wanted);
        expect(second.isLast).toBe(true);
        // A step that changes the front must keep the end.
        expect(!first.isShifted || first.rows.at(-1)?.key === drawn.at(-1)?.key).toBe(true);
        expect(first.isLast || (first.isShifted && !second.isShifted)).toBe(true);
      }),
    );
  });
});
