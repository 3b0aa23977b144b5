import type { SearchFilter } from '@heartline/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOn, isCalendarDay } from './accounts.ts';
import {
  agesAbout,
  birthDays,
  fittingPairs,
  gendersWanted,
  mayMatch,
  nearbyCountries,
  readCursor,
  startSearch,
  toMemberSearch,
  toSearchFilter,
  visitorSearch,
  widerSearches,
  withoutUnfit,
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
        fc.record({
          page: fc.integer({ min: 1, max: 9_999_999 }),
          group: fc.integer({ min: 0, max: 65_535 }),
          day: fc.integer({ min: 0, max: 999_999 }),
        }),
        (start, position, wrapped, lastId, numbers) => {
          const cursor = {
            start: Math.abs(start),
            position: Math.abs(position),
            wrapped,
            lastId,
            ...numbers,
          };
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
      '0_0_2_1__0_20000',
      '2_0_0_1__0_20000',
      '-1_0_0_1__0_20000',
      '0_0_0_0__0_20000',
      '0_0_0_1_xyz_0_20000',
      '0_0_0_1_',
      '0_0_0_1__65535',
      '0_0_0_1__100000_20000',
      '1e_0_0_1__0_20000',
      '0_--1_0_1__0_20000',
      'NaN_0_0_1__0_20000',
    ]) {
      expect([text, readCursor(text)]).toEqual([text, undefined]);
    }
  });
});

const GENDERS = ['female', 'male'] as const;
const SEXUALITIES = ['hetero', 'gay', 'lesbian', 'bi'] as const;
const EVERYBODY = GENDERS.flatMap((gender) => SEXUALITIES.map((sexuality) => ({ gender, sexuality })));
const anybody = fc.constantFrom(...EVERYBODY);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

describe('whom a search finds by orientation', () => {
  it('is the same seen from either side, for all genders and orientations', () => {
    for (const one of EVERYBODY) {
      for (const other of EVERYBODY) {
        const finds = (from: typeof one, to: typeof one) =>
          fittingPairs(from, {})?.some(
            (pair) => pair.gender === to.gender && pair.sexuality === to.sexuality,
          ) ?? false;
        expect(finds(one, other)).toBe(finds(other, one));
        expect(finds(one, other)).toBe(mayMatch(one, other));
      }
    }
  });

  it('is everybody only where nobody asked for could match', () => {
    fc.assert(
      fc.property(
        anybody,
        maybe(fc.constantFrom(...GENDERS)),
        maybe(fc.constantFrom(...SEXUALITIES)),
        (own, gender, sexuality) => {
          const asked = EVERYBODY.filter(
            (one) => (!gender || one.gender === gender) && (!sexuality || one.sexuality === sexuality),
          );
          const matching = asked.filter((one) => mayMatch(own, one));
          expect(fittingPairs(own, { gender, sexuality })).toEqual(
            matching.length > 0 ? matching : undefined,
          );
        },
      ),
    );
  });

  it('is everybody with fits=any, and without a profile', () => {
    expect(fittingPairs({ gender: 'male', sexuality: 'hetero' }, { fits: 'any' })).toBeUndefined();
    expect(fittingPairs(undefined, {})).toBeUndefined();
  });

  it('stays within people who fit after a change of the profile', () => {
    fc.assert(
      fc.property(
        anybody,
        maybe(fc.constantFrom(...GENDERS)),
        maybe(fc.constantFrom(...SEXUALITIES)),
        (own, gender, sexuality) => {
          const search = { gender, sexuality, country: 'NL' };
          const left = withoutUnfit(own, search);
          expect(fittingPairs(own, left)).toBeDefined();
          const expected = fittingPairs(own, search) ? search : left;
          expect(left).toEqual(expected);
          expect(withoutUnfit(own, { ...search, fits: 'any' })).toEqual({ ...search, fits: 'any' });
        },
      ),
    );
    const gay = { gender: 'male', sexuality: 'gay' } as const;
    expect(withoutUnfit(gay, { gender: 'female', sexuality: 'bi' })).toEqual({ sexuality: 'bi' });
    expect(withoutUnfit(gay, { gender: 'male', sexuality: 'hetero' })).toEqual({ gender: 'male' });
  });

  it('is who may want whom, both ways', () => {
    const her = { gender: 'female', sexuality: 'hetero' } as const;
    expect(gendersWanted(her)).toEqual(['male']);
    expect(gendersWanted({ gender: 'male', sexuality: 'gay' })).toEqual(['male']);
    expect(gendersWanted({ gender: 'female', sexuality: 'lesbian' })).toEqual(['female']);
    expect(mayMatch(her, { gender: 'male', sexuality: 'hetero' })).toBe(true);
    expect(mayMatch(her, { gender: 'male', sexuality: 'bi' })).toBe(true);
    expect(mayMatch(her, { gender: 'male', sexuality: 'gay' })).toBe(false);
    expect(mayMatch(her, { gender: 'female', sexuality: 'bi' })).toBe(false);
  });
});

describe('the search a member starts with', () => {
  const own = { gender: 'male', sexuality: 'hetero', country: 'DE', region: 'BE', age: 40 } as const;

  it('looks for the wanted gender near home, within ten years', () => {
    expect(startSearch(own, 18)).toEqual({
      gender: 'female',
      country: 'DE',
      countryregion: 'BE',
      min_age: 30,
      max_age: 50,
    });
  });

  it('names no gender for both, and keeps ages within those of the site', () => {
    expect(startSearch({ ...own, sexuality: 'bi', age: 19 }, 21)).toMatchObject({
      gender: undefined,
      min_age: 21,
      max_age: 29,
    });
    expect(startSearch({ ...own, age: 92 }, 18)).toMatchObject({ min_age: 82, max_age: undefined });
  });

  it('survives being remembered', () => {
    const search = { ...startSearch(own, 18), interests: ['music', 'art'], sort: 'new' } as const;
    expect(toSearchFilter(toMemberSearch(search))).toEqual(search);
  });
});

describe('wider searches', () => {
  const searches = fc.record({
    gender: maybe(fc.constantFrom(...GENDERS)),
    country: maybe(fc.constantFrom('NL', 'DE', 'PL')),
    countryregion: maybe(fc.constantFrom('NH', 'BE')),
    neighbours: maybe(fc.constant('1' as const)),
    min_age: maybe(fc.integer({ min: 18, max: 99 })),
    max_age: maybe(fc.integer({ min: 18, max: 120 })),
    tattoos: maybe(fc.constant('many')),
    interests: maybe(fc.constant(['music'])),
    active_now: maybe(fc.constant('1' as const)),
    fictional: maybe(fc.constant('no' as const)),
  });

  it('include one that keeps only gender, fits and the fictional switch', () => {
    fc.assert(
      fc.property(searches, (filter) => {
        const { gender, fictional } = filter;
        const all = [...widerSearches(filter, 18)];
        const widest = toMemberSearch({ gender, fictional });
        // A place counts with its country only, and nobody is below the youngest.
        const isWidest = (one: SearchFilter) => {
          const says = { ...one, countryregion: undefined, neighbours: undefined };
          const min_age = one.min_age === 18 ? undefined : one.min_age;
          return JSON.stringify(toMemberSearch({ ...says, min_age })) === JSON.stringify(widest);
        };
        const found = all.length === 0 ? [filter] : all.map((one) => one.filter);
        expect(found.some(isWidest)).toBe(true);
      }),
    );
  });

  it('never narrow anything, and stay at or above the youngest', () => {
    fc.assert(
      fc.property(searches, (filter) => {
        for (const { filter: near } of widerSearches(filter, 18)) {
          expect(near.min_age ?? 18).toBeLessThanOrEqual(Math.max(18, filter.min_age ?? 18));
          expect(near.min_age ?? 18).toBeGreaterThanOrEqual(18);
          expect(near.max_age ?? 200).toBeGreaterThanOrEqual(filter.max_age ?? 200);
          for (const field of ['country', 'tattoos', 'interests', 'active_now'] as const) {
            expect([undefined, filter[field]]).toContain(near[field]);
          }
        }
      }),
    );
  });

  it('take one step at a time, the closest first', () => {
    const start = { gender: 'female', country: 'DE', countryregion: 'BE', min_age: 30, max_age: 40 } as const;
    const [first, second, third] = widerSearches(start, 18);
    expect(first).toEqual({ step: 'country', filter: { ...start, countryregion: undefined } });
    expect(second).toEqual({ step: 'ages', filter: { ...start, min_age: 25, max_age: 45 } });
    expect(third).toEqual({
      step: 'ages',
      filter: { ...start, countryregion: undefined, min_age: 25, max_age: 45 },
    });
    expect([...new Set([...widerSearches(start, 18)].map(({ step }) => step))]).toEqual([
      'country',
      'ages',
      'neighbours',
      'everywhere',
      'any_age',
    ]);
  });

  it('are none where nothing can be let go of', () => {
    for (const filter of [{}, { gender: 'male', fictional: 'no' }, { countryregion: 'NH' }] as const) {
      expect([...widerSearches(filter, 18)]).toEqual([]);
    }
  });

  it('know neighbours that share a language, both ways', () => {
    expect(nearbyCountries('DE')).toEqual(['AT', 'CH']);
    expect(nearbyCountries('PL')).toEqual([]);
    for (const country of ['AT', 'AU', 'BE', 'CA', 'CH', 'DE', 'FR', 'GB', 'IE', 'IT', 'NL', 'NZ', 'US']) {
      for (const other of nearbyCountries(country)) expect(nearbyCountries(other)).toContain(country);
    }
  });
});

it('takes ages about an age, not below the youngest', () => {
  expect(agesAbout(18, 18)).toEqual({ min_age: 18, max_age: 23 });
  expect(agesAbout(40, 18)).toEqual({ min_age: 35, max_age: 45 });
});

it('shows a visitor what the setting for their traffic source says', () => {
  const settings = { logged_out_search: 'none', logged_out_search_trafficsource: 'full' };
  expect(visitorSearch(settings, false)).toBe('none');
  expect(visitorSearch(settings, true)).toBe('full');
});
