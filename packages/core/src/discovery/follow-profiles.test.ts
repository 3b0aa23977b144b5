import { expect, it } from 'vitest';
import { Follower } from './follow-profiles.ts';
import type { SearchIndexRow } from './search-index.model.ts';

type ProfileCollection = ConstructorParameters<typeof Follower>[0];

/** More people than one comparison with the database covers. */
const PEOPLE = 2_000;
const HOUR_MS = 3_600_000;

const row = (n: number, changedAt: number): SearchIndexRow => ({
  _id: n.toString(16).padStart(24, '0'),
  listed: 'default',
  shuffle: n / PEOPLE,
  dateOfBirth: '1990-01-01',
  country: 'NL',
  region: 'NH',
  fictional: false,
  interests: [],
  changedAt,
  createdAt: 0,
  lastActiveAt: 0,
  gender: 'female',
  sexuality: 'hetero',
  relationshipStatus: null,
  reason: null,
  bodyType: null,
  hairColor: null,
  eyeColor: null,
  tattoos: null,
});

/** A collection that finds all rows, those changed since a time, or a stretch. */
function storeOf(rows: SearchIndexRow[]): ProfileCollection {
  const fits = (
    one: SearchIndexRow,
    asked: { changedAt?: { $gt: number }; shuffle?: { $gte: number; $lt?: number } },
  ) => {
    const { changedAt, shuffle } = asked;
    if (changedAt) return one.changedAt > changedAt.$gt;
    if (!shuffle) return true;
    return one.listed !== null && one.shuffle >= shuffle.$gte && one.shuffle < (shuffle.$lt ?? 1);
  };
  const find = (asked: Parameters<typeof fits>[1]) => {
    const found = rows.filter((one) => fits(one, asked));
    const cursor = { project: () => cursor, batchSize: () => cursor, toArray: async () => found };
    return Object.assign(cursor, {
      [Symbol.asyncIterator]: async function* () {
        yield* found;
      },
    });
  };
  return { find } as unknown as ProfileCollection;
}

it('sees every change even if one was written by a clock that is ahead', async () => {
  let now = 10 * HOUR_MS;
  const rows = Array.from({ length: PEOPLE }, (_, n) => row(n, 0));
  rows[1] = row(1, now + HOUR_MS);
  const follower = new Follower(storeOf(rows), { now: () => now }, { everyone: async () => [] });
  expect((await follower.searchIndexOf('default')).size).toBe(PEOPLE);
  now += 60_000;
  // Outside the stretch that is compared next.
  rows[PEOPLE - 1] = { ...row(PEOPLE - 1, now), listed: null };
  expect((await follower.searchIndexOf('default')).size).toBe(PEOPLE - 1);
});
