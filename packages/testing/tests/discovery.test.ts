import {
  countMembers,
  getOwnProfile,
  getProfile,
  type InputOf,
  type OutputOf,
  searchMembers,
  updateProfile,
} from '@heartline/contracts';
import { type HttpClient, type MemberWish, refusalOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Query = InputOf<typeof searchMembers>;
type Page = OutputOf<typeof searchMembers>;

const COUNTRIES = [
  ['NL', 'NH'],
  ['NL', 'UT'],
  ['DE', 'BE'],
] as const;

describe('search over HTTP', () => {
  let world: WorldHere;
  let viewer: HttpClient;
  let viewerId: string;
  let people: { id: string; wish: MemberWish }[];

  beforeAll(async () => {
    world = await startWorld({ here: true });
    const wishes = Array.from({ length: 120 }, (_, index): MemberWish => {
      const [country, region] = COUNTRIES[index % 3] ?? COUNTRIES[0];
      return {
        name: `Person ${index}`,
        fictional: index % 10 === 0,
        profile: {
          gender: index % 2 === 0 ? 'female' : 'male',
          country,
          region,
          dateOfBirth: bornYearsAgo(18 + (index % 40)),
        },
      };
    });
    const hidden: MemberWish[] = [
      { status: 'not_confirmed' },
      { status: 'disabled' },
      { status: 'deleted' },
      { profile: { invisible: true, listed: null } },
      { profile: { site: 'other.example', listed: 'other.example' } },
    ];
    const [one, ...others] = await world.people({ name: 'Viewer' }, ...wishes, ...hidden);
    viewer = one.http;
    viewerId = one.id;
    people = wishes.map((wish, index) => ({ id: others[index]?.id ?? '', wish }));
  });
  afterAll(() => world.stop());

  function bornYearsAgo(years: number, days = -1): string {
    const now = new Date(world.clock.now());
    const born = new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days));
    return born.toISOString().slice(0, 10);
  }

  async function all(query: Query, client = viewer): Promise<{ ids: string[]; pages: Page[] }> {
    const pages: Page[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await client.call(searchMembers, {
        fits: 'any',
        ...query,
        ...(cursor ? { cursor } : {}),
      });
      pages.push(page);
      cursor = page.nextCursor;
    } while (cursor);
    return { ids: pages.flatMap((page) => page.results.map((card) => card.id)), pages };
  }

  const idsWhere = (fits: (wish: MemberWish, index: number) => boolean) =>
    people
      .filter(({ wish }, index) => fits(wish, index))
      .map(({ id }) => id)
      .sort();

  it('lists each visible member once, with the exact total, page by page [S1-010 S0-005 S3-092 S3-093 S3-094]', async () => {
    const { ids, pages } = await all({});
    expect(ids.toSorted()).toEqual(idsWhere(() => true));
    expect(pages.map((page) => page.results.length)).toEqual([24, 24, 24, 24, 24]);
    expect(pages.map((page) => page.pageNumber)).toEqual([1, 2, 3, 4, 5]);
    for (const page of pages) expect(page.numResults).toBe(120);
    expect(ids).not.toContain(viewerId);
  });

  it('finds by gender [S3-085]', async () => {
    const { ids } = await all({ gender: 'male' });
    expect(ids.toSorted()).toEqual(idsWhere((wish) => wish.profile?.gender === 'male'));
  });

  it('finds by country and region [S3-086 S3-087]', async () => {
    expect((await all({ country: 'NL' })).ids.toSorted()).toEqual(
      idsWhere((wish) => wish.profile?.country === 'NL'),
    );
    const { ids, pages } = await all({ country: 'NL', countryregion: 'UT', gender: 'female' });
    expect(ids.toSorted()).toEqual(
      idsWhere((wish) => wish.profile?.region === 'UT' && wish.profile.gender === 'female'),
    );
    expect(pages[0]?.numResults).toBe(ids.length);
    expect((await all({ country: 'FR' })).ids).toEqual([]);
  });

  it('finds by age, both ends included [S3-088 S3-089]', async () => {
    const { ids } = await all({ min_age: 20, max_age: 22 });
    expect(ids.toSorted()).toEqual(idsWhere((_, index) => [20, 21, 22].includes(18 + (index % 40))));
  });

  it('counts a birthday from its day on', async () => {
    const [today, tomorrow] = await world.people(
      { profile: { dateOfBirth: bornYearsAgo(71, 0) } },
      { profile: { dateOfBirth: bornYearsAgo(71, 1) } },
    );
    expect((await all({ min_age: 71, max_age: 71 })).ids).toEqual([today.id]);
    expect((await all({ min_age: 70, max_age: 70 })).ids).toEqual([tomorrow.id]);
    await remove([today.id, tomorrow.id]);
  });

  it('treats members as 18 by their own calendar, and lets them correct it [S1-001]', async () => {
    const born = bornYearsAgo(18, 1);
    const [early] = await world.people({ profile: { dateOfBirth: born, country: 'AT', region: '9' } });
    for (const [query, ids] of [
      [{ min_age: 18, max_age: 18 }, [early.id]],
      [{ min_age: 19 }, []],
    ] as const) {
      expect((await all({ country: 'AT', ...query })).ids).toEqual(ids);
      expect((await viewer.call(countMembers, { country: 'AT', fits: 'any', ...query })).numResults).toBe(
        ids.length,
      );
    }
    expect((await viewer.call(getProfile, { id: early.id })).profile.age).toBe(18);
    expect((await early.http.call(getOwnProfile, {})).profile.age).toBe(18);
    const again = { date_of_birth: born, today: bornYearsAgo(0, 1) };
    expect((await early.http.call(updateProfile, again)).profile.age).toBe(18);
    const byOurs = await refusalOf(early.http.call(updateProfile, { date_of_birth: born }));
    expect(byOurs.error.fields).toEqual({ date_of_birth: 'UNDER_AGE' });
    await remove([early.id]);
  });

  it('finds fictional profiles or none of them, each with its label', async () => {
    const fictional = idsWhere((wish) => wish.fictional === true);
    const { ids, pages } = await all({ fictional: 'yes' });
    expect(ids.toSorted()).toEqual(fictional);
    expect(pages.flatMap((page) => page.results).every((card) => card.fictional)).toBe(true);
    expect((await all({ fictional: 'no' })).ids).toHaveLength(108);
  });

  it('excludes the caller from the total only where the caller matches', async () => {
    world.clock.advance(6_000);
    const [ben] = await world.people({ profile: { gender: 'male', country: 'BE', region: 'VAN' } });
    world.clock.advance(6_000);
    expect((await ben.http.call(searchMembers, { country: 'BE', fits: 'any' })).numResults).toBe(0);
    expect((await viewer.call(searchMembers, { country: 'BE', fits: 'any' })).numResults).toBe(1);
    await remove([ben.id]);
  });

  it('neither repeats nor skips members while others come and go', async () => {
    const first = await viewer.call(searchMembers, { fits: 'any' });
    const seen = first.results.map((card) => card.id);
    const gone = seen.slice(0, 5);
    await setListed(gone, null);
    const added = await world.people(...Array.from({ length: 30 }, () => ({})));
    const newcomers = added.map(({ id }) => id);
    let cursor = first.nextCursor;
    while (cursor) {
      const page: Page = await viewer.call(searchMembers, { fits: 'any', cursor });
      seen.push(...page.results.map((card) => card.id));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    for (const { id } of people) expect(seen).toContain(id);
    await setListed(gone, 'default');
    await remove(newcomers);
  });

  it('keeps the order per member, different for others, and reveals nothing by it', async () => {
    const mine = await all({});
    expect((await all({})).ids).toEqual(mine.ids);
    const others = await Promise.all((await world.people({}, {})).map(({ http }) => all({}, http)));
    expect(new Set([mine.ids[0], ...others.map(({ ids }) => ids[0])]).size).toBeGreaterThan(1);
    expect(mine.ids).not.toEqual(mine.ids.toSorted());
  });

  it('starts at the beginning for an invented cursor', async () => {
    const first = await viewer.call(searchMembers, { fits: 'any' });
    const other = await viewer.call(searchMembers, { fits: 'any', cursor: 'abc.def-1' });
    expect(other.results.map((card) => card.id)).toEqual(first.results.map((card) => card.id));
  });

  async function setListed(ids: string[], listed: string | null): Promise<void> {
    const profiles = world.inside.mongo.connection.collection<{ _id: string }>('profiles');
    await profiles.updateMany(
      { _id: { $in: ids } },
      { $set: { listed, status: listed ? 'active' : 'disabled' } },
    );
    world.clock.advance(6_000);
  }

  async function remove(ids: string[]): Promise<void> {
    await world.inside.mongo.connection
      .collection<{ _id: string }>('profiles')
      .deleteMany({ _id: { $in: ids } });
    world.clock.advance(6_000);
  }
});
