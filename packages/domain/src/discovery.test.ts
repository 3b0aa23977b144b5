import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOn, isCalendarDay } from './accounts.ts';
import {
  agesAbout,
  birthDays,
  gendersWanted,
  mayMatch,
  readCursor,
  visitorSearch,
  widerSearch,
  writeCursor,
} from './discovery.ts';

const day = fc
  .record({
    y: fc.integer({ min: 1930, max: 2030 }),
    m: fc.integer({ min: 1, max: 12 }),
    d: fc.integer({ min: 1, max: 31 }),
  })
  .map(({ y, m, d }) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`)
  .filter(isCalendarDay);

describe('days of birth of an age range', () => {
  it('hold exactly those whose age is in it [S3-088 S3-089]', () => {
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
        fc.integer({ min: 1, max: 9_999_999 }),
        (start, position, wrapped, lastId, page) => {
          const cursor = { start: Math.abs(start), position: Math.abs(position), wrapped, lastId, page };
          const text = writeCursor(cursor);
          expect(text).toMatch(/^[0-9A-Za-z_.-]{1,140}$/);
          expect(readCursor(text)).toEqual(cursor);
        },
      ),
    );
  });

  it('is nothing when somebody made it up', () => {
    for (const text of [
      '',
      'abc',
      '0_0_2_1_',
      '2_0_0_1_',
      '-1_0_0_1_',
      '0_0_0_0_',
      '0_0_0_1_xyz',
      '0_0_0_1_0_0',
      '1e_0_0_1_',
      '0_--1_0_1_',
      'NaN_0_0_1_',
    ]) {
      expect([text, readCursor(text)]).toEqual([text, undefined]);
    }
  });
});

describe('the search around a search', () => {
  it('lets go of details and region, and widens the ages by five years', () => {
    expect(
      widerSearch(
        { gender: 'male', country: 'NL', countryregion: 'NH', min_age: 30, max_age: 40, tattoos: 'many' },
        18,
      ),
    ).toEqual({ gender: 'male', country: 'NL', fictional: undefined, min_age: 25, max_age: 45 });
  });

  it('never goes below the youngest, keeps the switch for fictional profiles', () => {
    expect(widerSearch({ min_age: 20, fictional: 'no' }, 18)).toMatchObject({ min_age: 18, fictional: 'no' });
    expect(agesAbout(18, 18)).toEqual({ min_age: 18, max_age: 23 });
    expect(agesAbout(40, 18)).toEqual({ min_age: 35, max_age: 45 });
  });

  it('is nothing where nothing can be let go of', () => {
    expect(widerSearch({}, 18)).toBeUndefined();
    expect(widerSearch({ gender: 'male', country: 'NL', fictional: 'no' }, 18)).toBeUndefined();
    expect(widerSearch({ countryregion: 'NH' }, 18)).toBeUndefined();
    expect(widerSearch({ interests: ['music'] }, 18)).toBeDefined();
  });
});

it('knows who may want whom, both ways', () => {
  const her = { gender: 'female', sexuality: 'hetero' } as const;
  expect(gendersWanted(her)).toEqual(['male']);
  expect(gendersWanted({ gender: 'male', sexuality: 'gay' })).toEqual(['male']);
  expect(gendersWanted({ gender: 'female', sexuality: 'lesbian' })).toEqual(['female']);
  expect(mayMatch(her, { gender: 'male', sexuality: 'hetero' })).toBe(true);
  expect(mayMatch(her, { gender: 'male', sexuality: 'bi' })).toBe(true);
  expect(mayMatch(her, { gender: 'male', sexuality: 'gay' })).toBe(false);
  expect(mayMatch(her, { gender: 'female', sexuality: 'bi' })).toBe(false);
});

it('shows a visitor what the setting for their traffic source says', () => {
  const settings = { logged_out_search: 'none', logged_out_search_trafficsource: 'full' };
  expect(visitorSearch(settings, false)).toBe('none');
  expect(visitorSearch(settings, true)).toBe('full');
});
