import { INTERESTS } from '@heartline/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchIndexFilter, SearchIndexRow } from './search-index.model.ts';
import { SearchIndex } from './search-index.ts';

const DAY_MS = 86_400_000;

const id = (n: number) => n.toString(16).padStart(24, '0');

const row = (n: number, change: Partial<SearchIndexRow> = {}): SearchIndexRow => ({
  _id: id(n),
  listed: 'default',
  shuffle: (n * 0.618_033_988) % 1,
  dateOfBirth: `${1950 + (n % 50)}-06-15`,
  country: ['NL', 'DE', 'FR'][n % 3] as string,
  region: ['A', 'B'][n % 2] as string,
  fictional: n % 7 === 0,
  interests: [INTERESTS[n % INTERESTS.length] as string, INTERESTS[(n * 5) % INTERESTS.length] as string],
  changedAt: 0,
  createdAt: (20_000 + (n % 30)) * DAY_MS,
  lastActiveAt: (20_000 + (n % 45)) * DAY_MS,
  verifiedAt: n % 6 === 0 ? 1 : null,
  gender: n % 2 === 0 ? 'female' : 'male',
  sexuality: n % 5 === 0 ? 'bi' : 'hetero',
  relationshipStatus: null,
  reason: n % 4 === 0 ? 'dates' : null,
  bodyType: null,
  hairColor: n % 3 === 0 ? 'red' : 'black',
  eyeColor: null,
  tattoos: null,
  ...change,
});

/** The same filter for one person. */
function fits(one: SearchIndexRow, filter: SearchIndexFilter): boolean {
  const { traits, countries, region, fictional, bornAfter, bornUntil, interests, wanted } = filter;
  return [
    Object.entries(traits).every(([trait, value]) => one[trait as keyof SearchIndexRow] === value),
    !countries || countries.includes(one.country),
    countries?.length !== 1 || !region || one.region === region,
    fitsFlags(one, filter),
    fictional === undefined || one.fictional === fictional,
    !bornAfter || one.dateOfBirth > bornAfter,
    !bornUntil || one.dateOfBirth <= bornUntil,
    !interests || interests.some((interest) => one.interests.includes(interest)),
    !wanted || wanted.some((pair) => pair.gender === one.gender && pair.sexuality === one.sexuality),
  ].every(Boolean);
}

function fitsFlags(one: SearchIndexRow, { joinedFrom, verified, online }: SearchIndexFilter): boolean {
  const joined = joinedFrom === undefined || (!one.fictional && one.createdAt >= joinedFrom * DAY_MS);
  return joined && (!verified || one.verifiedAt !== null) && (!online || isOnline(one));
}

/** Presence marks them all; a fictional profile has none. */
const ONLINE = new Set([1, 7, 14, 20, 33].map(id));
const isOnline = (one: SearchIndexRow) => ONLINE.has(one._id) && !one.fictional;

const some = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const filters = fc
  .record({
    traits: fc.constantFrom<SearchIndexFilter['traits'][]>(
      {},
      { gender: 'male' },
      { hairColor: 'red', gender: 'female' },
      { tattoos: 'many' },
    ),
    countries: some(fc.subarray(['NL', 'DE', 'PL'], { minLength: 1 })),
    joinedFrom: some(fc.constantFrom(20_010, 20_029)),
    verified: some(fc.constant(true as const)),
    online: some(fc.constant(true as const)),
    region: some(fc.constantFrom('A', 'C')),
    fictional: some(fc.boolean()),
    bornAfter: some(fc.constantFrom('1960-06-14', '1960-06-15')),
    bornUntil: some(fc.constantFrom('1980-06-14', '1980-06-15')),
    interests: some(fc.subarray([...INTERESTS], { minLength: 1, maxLength: 3 })),
    wanted: some(fc.constant([{ gender: 'female', sexuality: 'bi' }])),
  })
  .map((filter) => JSON.parse(JSON.stringify(filter)) as SearchIndexFilter);

describe('search index', () => {
  it('counts and scans exactly the matching people, in order, under any changes', () => {
    const steps = fc.array(
      fc.record({ n: fc.integer({ min: 0, max: 80 }), does: fc.constantFrom('put', 'change', 'remove') }),
      { maxLength: 120 },
    );
    fc.assert(
      fc.property(steps, fc.array(filters, { minLength: 1, maxLength: 4 }), (all, asked) => {
        const searchIndex = new SearchIndex();
        const truth = new Map<string, SearchIndexRow>();
        for (const [at, { n, does }] of all.entries()) {
          if (does === 'remove') {
            searchIndex.remove(id(n));
            truth.delete(id(n));
          } else {
            const next = row(n, does === 'change' ? { country: 'PL', hairColor: 'grey' } : {});
            searchIndex.put(next);
            truth.set(id(n), next);
          }
          if (at % 40 === 0) searchIndex.count({ traits: {} });
        }
        expect(searchIndex.size).toBe(truth.size);
        searchIndex.setOnline(ONLINE);
        for (const filter of asked) {
          const expected = [...truth.values()]
            .filter((one) => fits(one, filter))
            .sort((a, b) => a.shuffle - b.shuffle || (a._id < b._id ? -1 : 1))
            .map(({ _id }) => _id);
          expect(searchIndex.count(filter)).toBe(expected.length);
          expect([...searchIndex.scan(filter, { shuffle: 0, _id: '' }, 1)].map(({ _id }) => _id)).toEqual(
            expected,
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('scans after one place and before another, and orders equal places by id', () => {
    const searchIndex = new SearchIndex();
    for (const n of [3, 1, 2, 4]) searchIndex.put(row(n, { shuffle: n === 4 ? 0.9 : 0.5 }));
    const scan = (shuffle: number, _id: string, end: number) =>
      [...searchIndex.scan({ traits: {} }, { shuffle, _id }, end)].map((place) => place._id);
    expect(scan(0, '', 1)).toEqual([id(1), id(2), id(3), id(4)]);
    expect(scan(0.5, id(1), 1)).toEqual([id(2), id(3), id(4)]);
    expect(scan(0.5, id(2), 0.9)).toEqual([id(3)]);
    expect(scan(0.5, '', 0.5)).toEqual([]);
    expect(searchIndex.between(0.5, 0.9)).toEqual([id(1), id(2), id(3)]);
  });

  it('grows beyond its initial capacity and keeps everyone', () => {
    const searchIndex = new SearchIndex();
    for (let n = 0; n < 3_000; n += 1) searchIndex.put(row(n));
    expect(searchIndex.count({ traits: { gender: 'male' } })).toBe(1_500);
    expect(searchIndex.matcher({ traits: { gender: 'male' } })(id(2_999))).toBe(true);
    expect(searchIndex.matcher({ traits: { gender: 'female' } })(id(2_999))).toBe(false);
    expect(searchIndex.matcher({ traits: {} })(id(9_999))).toBe(false);
  });

  it('reads a filter as often for a thousand people as for one', () => {
    const searchIndex = new SearchIndex();
    for (let n = 0; n < 1_000; n += 1) searchIndex.put(row(n));
    const readsFor = (size: number) => {
      let reads = 0;
      const filter: SearchIndexFilter = {
        get traits() {
          reads += 1;
          return { gender: 'male' };
        },
      };
      const isMale = searchIndex.matcher(filter);
      const found = Array.from({ length: size }, (_, n) => id(n)).filter(isMale);
      expect(found).toHaveLength(Math.floor(size / 2));
      return reads;
    };
    searchIndex.count({ traits: { gender: 'male' } });
    expect(readsFor(1_000)).toBe(readsFor(1));
  });
});
