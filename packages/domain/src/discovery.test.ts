import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOn, isCalendarDay } from './accounts.ts';
import { birthDays, readCursor, writeCursor } from './discovery.ts';

const day = fc
  .record({
    y: fc.integer({ min: 1930, max: 2030 }),
    m: fc.integer({ min: 1, max: 12 }),
    d: fc.integer({ min: 1, max: 31 }),
  })
  .map(({ y, m, d }) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`)
  .filter(isCalendarDay);

describe('days of birth of an age range', () => {
  it('S3-088 S3-089 hold exactly those whose age is in it', () => {
    fc.assert(
      fc.property(
        day,
        day,
        fc.integer({ min: 18, max: 90 }),
        fc.integer({ min: 18, max: 90 }),
        (born, today, min, max) => {
          const { after, until } = birthDays(min, max, today);
          const inRange = born > (after ?? '') && born <= (until ?? '');
          const age = ageOn(born, today);
          expect(inRange).toBe(age >= min && age <= max);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('are open where no bound is given', () => {
    expect(birthDays(undefined, undefined, '2025-06-15')).toEqual({ after: undefined, until: undefined });
    expect(birthDays(18, undefined, '2025-06-15')).toEqual({ after: undefined, until: '2007-06-15' });
  });
});

describe('a cursor', () => {
  it('comes back as it went, to the last bit, in letters an address allows', () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        place,
        place,
        fc.boolean(),
        fc.stringMatching(/^[0-9a-f]{24}$/),
        (start, position, wrapped, lastId) => {
          const cursor = { start: Math.abs(start), position: Math.abs(position), wrapped, lastId };
          const text = writeCursor(cursor);
          expect(text).toMatch(/^[0-9A-Za-z_.-]{1,120}$/);
          expect(readCursor(text)).toEqual(cursor);
        },
      ),
    );
  });

  it('is nothing when somebody made it up', () => {
    for (const text of [
      '',
      'abc',
      '0_0_2_',
      '2_0_0_',
      '-1_0_0_',
      '0_0_0_xyz',
      '0_0_0_0_0',
      '1e_0_0_',
      '0_--1_0_',
      'NaN_0_0_',
    ]) {
      expect([text, readCursor(text)]).toEqual([text, undefined]);
    }
  });
});
