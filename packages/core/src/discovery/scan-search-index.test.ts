import { INTERESTS, type SearchSort } from '@heartline/contracts';
import { lastActiveBand, readCursor, type SearchCursor, writeCursor } from '@heartline/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanSearchIndex } from './scan-search-index.ts';
import type { SearchIndexRow } from './search-index.model.ts';
import { SearchIndex } from './search-index.ts';

const DAY_MS = 86_400_000;
const TODAY = 20_000;
const NOW = TODAY * DAY_MS + DAY_MS / 2;
const VIEWER = { id: 'viewer', isHidden: () => false };
const BANDS = ['today', 'week', 'month', 'longer', null];

const person = fc.record({
  shuffle: fc.double({ min: 0, max: 0.999, noNaN: true }),
  fictional: fc.boolean(),
  joined: fc.integer({ min: 0, max: 400 }),
  active: fc.integer({ min: 0, max: 40 * 24 }),
  interests: fc.subarray(INTERESTS.slice(0, 6)),
});
const people = fc.array(person, { maxLength: 90 }).map((all) =>
  all.map(
    ({ shuffle, fictional, joined, active, interests }, n): SearchIndexRow => ({
      _id: (n + 1).toString(16).padStart(24, '0'),
      listed: 'default',
      shuffle: Math.abs(shuffle),
      dateOfBirth: '1990-01-01',
      country: 'NL',
      region: 'NH',
      fictional,
      interests,
      changedAt: 0,
      createdAt: NOW - joined * DAY_MS,
      lastActiveAt: NOW - active * 3_600_000,
      verifiedAt: null,
      gender: n % 2 === 0 ? 'female' : 'male',
      sexuality: 'bi',
      relationshipStatus: null,
      reason: null,
      bodyType: null,
      hairColor: null,
      eyeColor: null,
      tattoos: null,
    }),
  ),
);
const sorts = fc.constantFrom<SearchSort>('active', 'new', 'interests');
const mine = fc.subarray(INTERESTS.slice(0, 6));

function indexOf(rows: readonly SearchIndexRow[]): SearchIndex {
  const searchIndex = new SearchIndex();
  for (const row of rows) searchIndex.put(row);
  return searchIndex;
}

interface Scan {
  sort: SearchSort;
  interests: readonly string[];
  now?: number;
  size?: number;
  /** Called between two pages. */
  between?: () => void;
}

/** Ids of all pages of a scan. */
function scanAll(
  searchIndex: SearchIndex,
  { sort, interests, now = NOW, size = 7, between }: Scan,
): string[] {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const scanner = { ...VIEWER, now, cursor, order: { sort, interests } };
    const page = scanSearchIndex(searchIndex, { traits: {} }, scanner, size);
    found.push(...page.ids);
    cursor = page.nextCursor ?? undefined;
    if (cursor) between?.();
  } while (cursor);
  return found;
}

/** The rank of a person in an order, which reveals nothing finer than this. */
function rankOf(row: SearchIndexRow, sort: SearchSort, interests: readonly string[]): number {
  const band = row.fictional ? 4 : bandOfDay(row);
  if (sort === 'active') return band;
  if (sort === 'new') return row.fictional ? 100_000 : TODAY - Math.floor(row.createdAt / DAY_MS);
  return -10 * row.interests.filter((one) => interests.includes(one)).length + band;
}

/** The band at the end of the day of the last activity, one day later than a profile may call it. */
function bandOfDay({ lastActiveAt }: SearchIndexRow): number {
  const days = TODAY - Math.floor(lastActiveAt / DAY_MS);
  return [1, 7, 30, Number.POSITIVE_INFINITY].findIndex((most) => days <= most);
}

describe('a sorted scan', () => {
  it('shows everybody once, in the order asked for, on pages of any size', () => {
    fc.assert(
      fc.property(people, sorts, mine, fc.integer({ min: 1, max: 30 }), (rows, sort, interests, size) => {
        const found = scanAll(indexOf(rows), { sort, interests, size });
        expect(found.toSorted()).toEqual(rows.map(({ _id }) => _id).toSorted());
        const order = found.map((id) =>
          rankOf(rows.find((row) => row._id === id) as SearchIndexRow, sort, interests),
        );
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });

  it('repeats nobody who becomes active meanwhile, also past midnight', () => {
    fc.assert(
      fc.property(people, sorts, mine, fc.infiniteStream(fc.nat()), (rows, sort, interests, picks) => {
        const searchIndex = indexOf(rows);
        const found = scanAll(searchIndex, {
          sort,
          interests: sort === 'interests' ? [] : interests,
          between: () => {
            const row = rows[(picks.next().value as number) % rows.length] as SearchIndexRow;
            searchIndex.put({ ...row, lastActiveAt: NOW + DAY_MS });
          },
        });
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it('tells no more about activity than the profile does', () => {
    fc.assert(
      fc.property(people, (rows) => {
        for (const row of rows.filter(({ fictional }) => !fictional)) {
          const shown = BANDS.indexOf(lastActiveBand(row.lastActiveAt, NOW));
          // Days are whole here, so that a band may start a day later, never within one.
          expect([shown, shown - 1]).toContain(bandOfDay(row));
        }
        const real = rows.filter(({ fictional }) => !fictional).length;
        const found = scanAll(indexOf(rows), { sort: 'active', interests: [] });
        const isFictional = (id: string) => rows.find(({ _id }) => _id === id)?.fictional;
        expect(found.slice(0, real).some(isFictional)).toBe(false);
      }),
    );
  });

  it('goes on from a cursor of today or yesterday, and starts again on any other day', () => {
    const days = fc.oneof(fc.integer({ min: TODAY - 3, max: TODAY + 2 }), fc.nat(999_999));
    fc.assert(
      fc.property(people, days, (rows, day) => {
        fc.pre(rows.length > 1);
        const searchIndex = indexOf(rows);
        const page = (cursor?: string, now = NOW) => {
          const order = { sort: 'active', interests: [] } as const;
          return scanSearchIndex(searchIndex, { traits: {} }, { ...VIEWER, now, cursor, order }, 1);
        };
        const cursor = readCursor(page().nextCursor ?? '') as SearchCursor;
        const onDay = (other: number) => writeCursor({ ...cursor, day: other });
        const isOfLate = day === TODAY || day === TODAY - 1;
        expect(page(onDay(day)).pageNumber).toBe(isOfLate ? 2 : 1);
        // Another gateway, whose clock is a little ahead, has the next day already.
        expect(page(onDay(TODAY + 1), (TODAY + 1) * DAY_MS - 1_000).pageNumber).toBe(2);
      }),
    );
  });
});
