import {
  blockProfile,
  countMembers,
  findMatches,
  getSearch,
  getSwipeGame,
  type InputOf,
  likeProfile,
  relatedMembers,
  resetSearch,
  saveSearch,
  searchAsVisitor,
  searchMembers,
  swipeLike,
  undoSwipeLike,
  updateProfile,
} from '@heartline/contracts';
import { ageOn, dayOf, mayMatch } from '@heartline/domain';
import {
  type HttpClient,
  type MemberWish,
  type Person,
  refusalOf,
  startWorld,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const GENDERS = ['female', 'male'] as const;
const SEXUALITIES = ['hetero', 'gay', 'lesbian', 'bi'] as const;

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

const searchAll = (http: HttpClient, query: InputOf<typeof searchMembers>) =>
  everyPage((cursor) => http.call(searchMembers, { ...query, ...cursor }));

describe('orientation', () => {
  const AT = { country: 'IE', region: 'D' } as const;
  const wishes = GENDERS.flatMap((gender) =>
    SEXUALITIES.map((sexuality): MemberWish => ({ profile: { ...AT, gender, sexuality } })),
  );
  const whoIs = (gender: string, sexuality: string) => {
    const found = everybody.find((one) => one.gender === gender && one.sexuality === sexuality);
    if (!found) throw new Error('no such person');
    return found;
  };
  let everybody: { person: Person; gender: 'female' | 'male'; sexuality: (typeof SEXUALITIES)[number] }[];

  beforeAll(async () => {
    const people = await world.people(...wishes, ...wishes);
    everybody = people.map((person, n) => ({
      person,
      gender: wishes[n % wishes.length]?.profile?.gender ?? 'female',
      sexuality: wishes[n % wishes.length]?.profile?.sexuality ?? 'bi',
    }));
    world.clock.advance(6_000);
  });

  it('fits both ways in search, count, match finder and swipe game alike, for everyone', async () => {
    await setSite({ logged_out_search: 'full' });
    for (const own of everybody.slice(0, wishes.length)) {
      const { http, id } = own.person;
      const fitting = everybody.filter((other) => other.person.id !== id && mayMatch(own, other));
      const expected = fitting.map(({ person }) => person.id).toSorted();
      const { country } = AT;
      expect((await searchAll(http, { country })).toSorted()).toEqual(expected);
      expect(await http.call(countMembers, { country })).toEqual({ numResults: expected.length });
      const finder = await everyPage((cursor) => http.call(findMatches, { ...cursor }));
      expect(finder.toSorted()).toEqual(expected);
      // A visitor of the same gender and sexuality also sees the member, who is not the visitor.
      const facts = { country, own_gender: own.gender, own_sexuality: own.sexuality };
      const visible = everybody.filter((other) => mayMatch(own, other)).map(({ person }) => person.id);
      const visitor = world.browser();
      const game = await everyPage((cursor) => visitor.call(getSwipeGame, { ...facts, ...cursor }));
      expect(game.toSorted()).toEqual(visible.toSorted());
      const found = await everyPage((cursor) => visitor.call(searchAsVisitor, { ...facts, ...cursor }));
      expect(found.toSorted()).toEqual(visible.toSorted());
    }
    await setSite({});
  });

  it('ignores who a visitor says they are where profiles hide sexuality', async () => {
    await setSite({ logged_out_search: 'full', visible_profile_fields: ['country', 'region'] });
    const visitor = world.browser();
    for (const gender of [undefined, ...GENDERS]) {
      const asked = everybody.filter((one) => gender === undefined || one.gender === gender);
      const expected = asked.map(({ person }) => person.id).toSorted();
      for (const own_sexuality of SEXUALITIES) {
        const query = {
          ...(gender && { gender }),
          country: AT.country,
          own_gender: 'male',
          own_sexuality,
        } as const;
        const game = await everyPage((cursor) => visitor.call(getSwipeGame, { ...query, ...cursor }));
        const found = await everyPage((cursor) => visitor.call(searchAsVisitor, { ...query, ...cursor }));
        expect([game.toSorted(), found.toSorted()]).toEqual([expected, expected]);
      }
    }
    await setSite({});
  });

  it('leaves everybody in with fits=any, and where nobody asked for could match', async () => {
    const { http } = whoIs('male', 'hetero').person;
    expect(await http.call(countMembers, { country: 'IE', fits: 'any' })).toEqual({ numResults: 15 });
    expect(await http.call(countMembers, { country: 'IE', gender: 'male' })).toEqual({ numResults: 7 });
    expect(await http.call(countMembers, { country: 'IE', gender: 'female' })).toEqual({ numResults: 4 });
  });

  it('limits similar profiles to people who may match', async () => {
    const [own, him] = [whoIs('female', 'hetero'), whoIs('male', 'hetero')];
    const { results } = await own.person.http.call(relatedMembers, { id: him.person.id });
    const ids = results.map(({ id }) => id);
    const fitting = everybody.filter((one) => mayMatch(own, one) && one !== him);
    expect(ids.toSorted()).toEqual(fitting.map(({ person }) => person.id).toSorted());
  });
});

describe('the search a member starts with', () => {
  const profile = { gender: 'male', sexuality: 'hetero', country: 'BE', region: 'VAN' } as const;

  it('is made from the profile until one is saved, on every device alike', async () => {
    const [person] = await world.people({ profile: { ...profile, dateOfBirth: bornYearsAgo(25) } });
    const start = { gender: 'female', country: 'BE', countryregion: 'VAN', min_age: 18, max_age: 35 };
    expect(await person.http.call(getSearch, {})).toEqual({ search: start, remembered: false });
    const search = { gender: 'male', country: 'FR', new_here: '1', sort: 'new', fits: 'any' } as const;
    for (let twice = 0; twice < 2; twice += 1) {
      expect(await person.http.call(saveSearch, search)).toEqual({ search, remembered: true });
    }
    const other = world.browser(0, person.session);
    expect(await other.call(getSearch, {})).toEqual({ search, remembered: true });
    await other.call(saveSearch, {});
    await person.http.call(searchMembers, { country: 'NL' });
    expect(await person.http.call(getSearch, {})).toEqual({ search: {}, remembered: true });
    expect(await person.http.call(resetSearch, {})).toEqual({ search: start, remembered: false });
    expect(await person.http.call(resetSearch, {})).toEqual({ search: start, remembered: false });
  });

  it('and the match finder leave out a gender that no longer fits after a change', async () => {
    const at = { country: 'ES', region: 'MD' } as const;
    const [person, her, him] = await world.people(
      { profile: { ...at, gender: 'male', sexuality: 'hetero' } },
      { profile: { ...at, gender: 'female', sexuality: 'hetero' } },
      { profile: { ...at, gender: 'male', sexuality: 'gay' } },
    );
    world.clock.advance(6_000);
    const search = { gender: 'female', country: 'ES' } as const;
    const dealt = async () => (await person.http.call(findMatches, search)).results.map(({ id }) => id);
    await person.http.call(saveSearch, search);
    expect((await person.http.call(getSearch, {})).search).toEqual(search);
    expect(await dealt()).toEqual([her.id]);
    await person.http.call(updateProfile, { sexuality: 'gay' });
    const { search: start } = await person.http.call(getSearch, {});
    expect(start).toEqual({ country: 'ES' });
    expect(await searchAll(person.http, start)).toEqual([him.id]);
    expect(await dealt()).toEqual([him.id]);
    // A search saved after the change is meant.
    const asked = { search: { ...search, fits: 'any' }, remembered: true };
    expect(await person.http.call(saveSearch, search)).toEqual(asked);
    expect(await person.http.call(getSearch, {})).toEqual(asked);
  });

  it('refuses advanced fields without Premium, and leaves them out once it ended', async () => {
    const [free, paid] = await world.people({ profile }, { profile, premium: true });
    const search = { gender: 'female', tattoos: 'many', interests: 'music,art' } as const;
    expect(await refusalOf(free.http.call(saveSearch, search))).toMatchObject({
      error: { code: 'PREMIUM_REQUIRED' },
    });
    expect((await paid.http.call(saveSearch, search)).search).toEqual(search);
    const accounts = world.inside.mongo.connection.collection<{ _id: string }>('accounts');
    await accounts.updateOne({ _id: paid.id }, { $set: { premiumAt: null } });
    world.clock.advance(6_000);
    expect(await paid.http.call(getSearch, {})).toEqual({
      search: { gender: 'female' },
      remembered: true,
    });
  });

  it('is in the archive of the member, and erased with them', async () => {
    const [person] = await world.people({ profile });
    await person.http.call(saveSearch, { country: 'BE', countryregion: 'VAN', min_age: 30, verified: '1' });
    const { personalData } = world.gateways[0].core.discovery;
    const parts = await gathered(personalData.gather(person.id));
    expect(parts).toMatchObject([
      { data: { savedSearch: { country: 'BE', region: 'VAN', minAge: 30, verified: true } } },
    ]);
    await personalData.erase(person.id);
    expect(await gathered(personalData.gather(person.id))).toEqual([]);
  });

  it.each([
    '{"min_age":17}',
    '{"interests":"nonsense"}',
    '{"cursor":"x"}',
    '{"country":"nl"}',
    '{"sort":"near"}',
  ])('refuses to remember %s', async (body) => {
    const [person] = await world.people({ profile });
    const answer = await person.http.send('PUT', '/api/search.php', body);
    expect(answer.status).toBe(400);
  });
});

describe('the ages of a search', () => {
  it('include both edges to the day of the birthday, in search, count and match finder', async () => {
    const at = { country: 'CA', region: 'ON', sexuality: 'hetero' } as const;
    const born = [
      ['turns 30 tomorrow', bornYearsAgo(30, 1)],
      ['30 today', bornYearsAgo(30)],
      ['turns 36 tomorrow', bornYearsAgo(36, 1)],
      ['36 today', bornYearsAgo(36)],
    ] as const;
    const [viewer, ...people] = await world.people(
      { profile: { ...at, gender: 'male' } },
      ...born.map(([name, dateOfBirth]) => ({
        name,
        profile: { ...at, gender: 'female' as const, dateOfBirth },
      })),
    );
    world.clock.advance(6_000);
    const today = dayOf(world.clock.now());
    const query = { country: 'CA', min_age: 30, max_age: 35 };
    const expected = born.flatMap(([, day], n) => {
      const age = ageOn(day, today);
      return age >= 30 && age <= 35 ? [people[n]?.id ?? ''] : [];
    });
    expect(expected).toHaveLength(2);
    expect((await searchAll(viewer.http, query)).toSorted()).toEqual(expected.toSorted());
    expect(await viewer.http.call(countMembers, query)).toEqual({ numResults: 2 });
    const deck = await everyPage((cursor) => viewer.http.call(findMatches, { ...query, ...cursor }));
    expect(deck.toSorted()).toEqual(expected.toSorted());
  });
});

describe('the end of a deck', () => {
  it('says whether all were seen or nobody fits, and what a wider deck has', async () => {
    const him = { gender: 'male', sexuality: 'gay', country: 'US', region: 'CA' } as const;
    const [viewer, near, blocked] = await world.people(
      { profile: him },
      { name: 'Near', profile: { ...him, dateOfBirth: bornYearsAgo(40) } },
      { name: 'Blocked', profile: { ...him, region: 'NY', dateOfBirth: bornYearsAgo(70) } },
      { name: 'Far', profile: { ...him, region: 'NY', dateOfBirth: bornYearsAgo(41) } },
    );
    world.clock.advance(6_000);
    const query = { country: 'US', countryregion: 'CA', min_age: 38, max_age: 42 };
    const first = await viewer.http.call(findMatches, query);
    expect(first.results.map(({ name }) => name)).toEqual(['Near']);
    const wider = { step: 'country', search: { country: 'US', min_age: 38, max_age: 42 }, more: 1 };
    expect(first.end).toEqual({ reason: 'seen', wider });
    await viewer.http.call(likeProfile, { profile: near.id });
    expect(await viewer.http.call(findMatches, query)).toEqual({
      results: [],
      nextCursor: null,
      end: { reason: 'seen', wider },
    });
    await viewer.http.call(blockProfile, { profile: blocked.id });
    world.clock.advance(6_000);
    const none = await viewer.http.call(findMatches, {
      ...query,
      countryregion: 'NY',
      min_age: 70,
      max_age: 70,
    });
    expect(none).toMatchObject({ results: [], end: { reason: 'nobody', wider: { more: 1 } } });
  });

  it('lets a visitor take a like back, which stays counted for the day', async () => {
    const [one, two] = await world.people({ profile: { country: 'IT' } }, { profile: { country: 'IT' } });
    world.clock.advance(6_000);
    const visitor = world.browser();
    const cards = async () =>
      (await visitor.call(getSwipeGame, { country: 'IT' })).results.map(({ id }) => id).toSorted();
    expect(await visitor.call(swipeLike, { profile: one.id })).toEqual({ likes_left: 3 });
    expect(await cards()).toEqual([two.id]);
    for (let twice = 0; twice < 2; twice += 1) {
      expect(await visitor.call(undoSwipeLike, { profile: one.id })).toEqual({ likes_left: 3 });
    }
    expect(await cards()).toEqual([one.id, two.id].toSorted());
    expect(await visitor.call(swipeLike, { profile: one.id })).toEqual({ likes_left: 3 });
    expect(await visitor.call(swipeLike, { profile: two.id })).toEqual({ likes_left: 2 });
    const swipes = world.inside.mongo.connection.collection('swipes');
    expect(await swipes.countDocuments({ profile: one.id })).toBe(1);
  });
});

async function gathered<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

async function setSite(settings: object): Promise<void> {
  const sites = world.inside.mongo.connection.collection<{ _id: string }>('sites');
  await sites.deleteOne({ _id: 'default' });
  if (Object.keys(settings).length > 0) await sites.insertOne({ _id: 'default', ...settings });
  world.clock.advance(6_000);
}
