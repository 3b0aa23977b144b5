import {
  countMembers,
  type InputOf,
  type SearchSort,
  searchMembers,
  similarMembers,
} from '@heartline/contracts';
import { dayOf } from '@heartline/domain';
import { createPresence } from '@heartline/platform';
import { type Person, refusalOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY_MS = 86_400_000;

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world.stop());

function bornYearsAgo(years: number, days = 0): string {
  const now = new Date(world.clock.now());
  return dayOf(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days));
}

interface Page {
  results: { id: string; name: string }[];
  nextCursor: string | null;
}

/** Ids of every page, in their order. */
async function everyPage(ask: (cursor: { cursor?: string }) => Promise<Page>): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await ask(cursor ? { cursor } : {});
    found.push(...page.results.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return found;
}

describe('widening', () => {
  const own = { gender: 'male', sexuality: 'hetero', country: 'AT', region: '9' } as const;
  const her = { gender: 'female', sexuality: 'hetero' } as const;
  let viewer: Person;

  beforeAll(async () => {
    const [one] = await world.people(
      { name: 'Viewer', profile: own },
      { name: 'Salzburg', profile: { ...her, country: 'AT', region: '5', dateOfBirth: bornYearsAgo(32) } },
      { name: 'Older', profile: { ...her, country: 'AT', region: '9', dateOfBirth: bornYearsAgo(39) } },
      { name: 'Zurich', profile: { ...her, country: 'CH', region: 'ZH', dateOfBirth: bornYearsAgo(33) } },
      { name: 'Auckland', profile: { ...her, country: 'NZ', region: 'AUK', dateOfBirth: bornYearsAgo(80) } },
    );
    viewer = one;
    world.clock.advance(6_000);
  });

  it('names the next wider search and its number, step by step, until nobody is left', async () => {
    const steps: string[] = [];
    let query: InputOf<typeof searchMembers> = {
      gender: 'female',
      country: 'AT',
      countryregion: '9',
      min_age: 30,
      max_age: 35,
      fictional: 'no',
    };
    for (;;) {
      const page = await viewer.http.call(searchMembers, query);
      const similar = await everyPage((cursor) => viewer.http.call(similarMembers, { ...query, ...cursor }));
      const { wider } = page;
      expect(similar).toHaveLength(wider?.more ?? 0);
      if (!wider) break;
      steps.push(wider.step);
      const next = await viewer.http.call(searchMembers, wider.search);
      expect(next.numResults).toBe(page.numResults + wider.more);
      query = wider.search;
    }
    expect(steps.slice(0, 3)).toEqual(['country', 'ages', 'neighbours']);
    const all = await viewer.http.call(countMembers, { gender: 'female', fictional: 'no' });
    expect((await viewer.http.call(countMembers, query as object)).numResults).toBe(all.numResults);
  });

  it('never leaves an empty page without a wider one while anybody fits', async () => {
    const [paid] = await world.people({ premium: true, profile: own });
    const narrow: InputOf<typeof searchMembers>[] = [
      { country: 'PL', min_age: 90 },
      { country: 'AT', countryregion: '1', active_now: '1' },
      { verified: '1', new_here: '1', interests: 'sailing', tattoos: 'many' },
      { gender: 'male', sexuality: 'gay', country: 'AT' },
      { country: 'US', neighbours: '1', max_age: 18 },
    ];
    for (const query of narrow) {
      const page = await paid.http.call(searchMembers, query);
      expect(page.results, JSON.stringify(query)).toEqual([]);
      expect(page.wider?.more, JSON.stringify(query)).toBeGreaterThan(0);
    }
  });

  it('asks for everybody by fits=any only where the wider search would find fewer', async () => {
    const [paid] = await world.people({ premium: true, profile: own });
    const widen = async (query: InputOf<typeof searchMembers>) => {
      const page = await paid.http.call(searchMembers, query);
      const next = await paid.http.call(searchMembers, page.wider?.search ?? {});
      expect(next.numResults).toBe(page.numResults + (page.wider?.more ?? 0));
      return page.wider;
    };
    // Men stay men, and a straight man who asks for them asks for everybody.
    expect(await widen({ gender: 'male', country: 'AT', countryregion: '1' })).toMatchObject({
      step: 'country',
      search: { gender: 'male', country: 'AT' },
    });
    expect((await widen({ gender: 'male', country: 'AT', countryregion: '1' }))?.search).not.toHaveProperty(
      'fits',
    );
    // Without the sexuality he would search for women again.
    expect(await widen({ sexuality: 'gay', country: 'AT' })).toMatchObject({
      step: 'details',
      search: { country: 'AT', fits: 'any' },
    });
  });

  it('looks in neighbours that share a language', async () => {
    const names = (query: InputOf<typeof searchMembers>) =>
      viewer.http
        .call(searchMembers, query)
        .then(({ results }) => results.map(({ name }) => name).toSorted());
    const found = await names({
      country: 'AT',
      countryregion: '9',
      neighbours: '1',
      min_age: 30,
      max_age: 35,
    });
    expect(found).toEqual(['Salzburg', 'Zurich']);
  });
});

describe('the order of a search', () => {
  const own = { gender: 'male', sexuality: 'hetero', country: 'NZ', region: 'WGN' } as const;
  const her = { gender: 'female', sexuality: 'hetero', country: 'NZ', region: 'WGN' } as const;
  let viewer: Person;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    const now = world.clock.now();
    const ago = (days: number) => now - days * DAY_MS;
    const one = (name: string, active: number, joined: number, interests: string[], fictional = false) => ({
      name,
      fictional,
      profile: { ...her, lastActiveAt: ago(active), createdAt: ago(joined), interests },
    });
    const people = await world.people(
      { name: 'Viewer', profile: { ...own, interests: ['music', 'art', 'yoga'] } },
      one('Now', 0, 300, ['music']),
      one('Week', 4, 3, ['music', 'art']),
      one('Month', 20, 200, ['music', 'art']),
      one('Long', 90, 100, []),
      one('Drawn', 0, 0, ['music', 'art', 'yoga'], true),
      { name: 'Hidden', profile: { ...her, lastActiveAt: now, invisible: true, listed: null } },
    );
    for (const person of people) ids.set(person.name, person.id);
    viewer = people[0];
    world.clock.advance(6_000);
  });

  const names = async (query: InputOf<typeof searchMembers>) =>
    (await viewer.http.call(searchMembers, { country: 'NZ', countryregion: 'WGN', ...query })).results.map(
      ({ name }) => name,
    );

  it.each<[SearchSort | undefined, string[]]>([
    [undefined, ['Now', 'Week', 'Month', 'Long', 'Drawn']],
    ['active', ['Now', 'Week', 'Month', 'Long', 'Drawn']],
    ['new', ['Week', 'Long', 'Month', 'Now', 'Drawn']],
    ['interests', ['Drawn', 'Week', 'Month', 'Now', 'Long']],
  ])('by %s puts members first by a rule one can read', async (sort, expected) => {
    expect(await names(sort ? { sort } : {})).toEqual(expected);
  });

  it('moves a member up on the first activity of a day', async () => {
    await world.gateways[0].core.profiles.seen(ids.get('Long') ?? '', world.clock.now());
    world.clock.advance(6_000);
    const [first, second, third] = await names({});
    expect(new Set([first, second])).toEqual(new Set(['Long', 'Now']));
    expect(third).toBe('Week');
  });

  it('filters by new here, without fictional profiles', async () => {
    expect(await names({ new_here: '1' })).toEqual(['Week']);
  });

  it('filters by verified, as soon as an operator verified somebody', async () => {
    expect(await names({ verified: '1' })).toEqual([]);
    await world.gateways[0].core.profiles.setVerified(ids.get('Month') ?? '', true);
    world.clock.advance(6_000);
    expect(await names({ verified: '1' })).toEqual(['Month']);
  });

  it('filters by active now, never invisible or fictional', async () => {
    const presence = createPresence(world.inside.redis, world.names.prefix);
    for (const name of ['Long', 'Drawn', 'Hidden']) await presence.seen(ids.get(name) ?? '');
    world.clock.advance(6_000);
    expect(await names({ active_now: '1' })).toEqual(['Long']);
    expect(
      await viewer.http.call(countMembers, {
        country: 'NZ',
        countryregion: 'WGN',
        active_now: '1',
        sort: 'new',
      }),
    ).toEqual({ numResults: 1 });
  });

  it('by interests is refused where profiles hide them', async () => {
    await setSite({ visible_profile_fields: ['region'] });
    expect(await refusalOf(viewer.http.call(searchMembers, { sort: 'interests' }))).toMatchObject({
      status: 400,
      error: { fields: { sort: 'INVALID' } },
    });
    await setSite({});
  });
});

async function setSite(settings: object): Promise<void> {
  const sites = world.inside.mongo.connection.collection<{ _id: string }>('sites');
  await sites.deleteOne({ _id: 'default' });
  if (Object.keys(settings).length > 0) await sites.insertOne({ _id: 'default', ...settings });
  world.clock.advance(6_000);
}
