import {
  ADVANCED_SEARCH_FIELDS,
  blockProfile,
  countMembers,
  getInterests,
  getRegions,
  INTERESTS,
  type InputOf,
  relatedMembers,
  searchMembers,
  similarMembers,
} from '@heartline/contracts';
import { type HttpClient, type MemberWish, refusalOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Query = InputOf<typeof searchMembers>;

/** One person for each advanced field, the only one with its value. */
const PEOPLE: readonly MemberWish[] = [
  { name: 'Sexuality', profile: { sexuality: 'lesbian' } },
  { name: 'Relationship', profile: { relationshipStatus: 'widowed' } },
  { name: 'Reason', profile: { reason: 'adventure' } },
  { name: 'Body', profile: { bodyType: 'athletic' } },
  { name: 'Hair', profile: { hairColor: 'red' } },
  { name: 'Eyes', profile: { eyeColor: 'green' } },
  { name: 'Tattoos', profile: { tattoos: 'many' } },
  { name: 'Interests', profile: { interests: ['sailing', 'yoga'] } },
  { name: 'Plain' },
];
const ASKED: Required<Pick<Query, (typeof ADVANCED_SEARCH_FIELDS)[number]>> = {
  sexuality: 'lesbian',
  relationship_status: 'widowed',
  reason: 'adventure',
  body_type: 'athletic',
  hair_color: 'red',
  eye_color: 'green',
  tattoos: 'many',
  interests: 'sailing',
};

describe('search by every field', () => {
  let world: WorldHere;
  let free: HttpClient;
  let premium: HttpClient;
  let premiumId: string;

  beforeAll(async () => {
    world = await startWorld({ here: true });
    const [one, other] = await world.people({ name: 'Free' }, { name: 'Paid', premium: true }, ...PEOPLE);
    free = one.http;
    premium = other.http;
    premiumId = other.id;
  });
  afterAll(() => world.stop());

  const names = async (query: Query, client = premium) =>
    (await client.call(searchMembers, { fits: 'any', ...query })).results.map((card) => card.name).sort();

  it.each(Object.entries(ASKED))('finds by %s, and counts the same', async (field, value) => {
    const expected = PEOPLE[ADVANCED_SEARCH_FIELDS.indexOf(field as never)]?.name;
    expect(await names({ [field]: value })).toEqual([expected]);
    expect(await premium.call(countMembers, { fits: 'any', [field]: value })).toEqual({ numResults: 1 });
  });

  it('finds members with any of several interests', async () => {
    expect(await names({ interests: 'yoga,music' })).toEqual(['Interests']);
    expect(await names({ interests: 'music,art' })).toEqual([]);
  });

  it('keeps the advanced fields for premium members, in the specified words', async () => {
    for (const [field, value] of Object.entries(ASKED)) {
      for (const call of [searchMembers, countMembers, similarMembers]) {
        expect(await refusalOf(free.call(call, { [field]: value })), field).toMatchObject({
          status: 403,
          loggedOut: false,
          error: {
            code: 'PREMIUM_REQUIRED',
            message: 'This feature is only available for premium members.',
          },
        });
      }
    }
    expect(await names({ gender: 'female', country: 'NL', min_age: 18 }, free)).toContain('Plain');
  });

  it('searches by the fields the site chose, and by none its profiles hide', async () => {
    const sites = world.inside.mongo.connection.collection<{ _id: string }>('sites');
    const set = async (settings: object) => {
      await sites.updateOne({ _id: 'default' }, { $set: settings }, { upsert: true });
      world.clock.advance(6_000);
    };
    await set({ search_fields: ['gender', 'hair_color', 'tattoos'], visible_profile_fields: ['tattoos'] });
    expect(await names({ tattoos: 'many' })).toEqual(['Tattoos']);
    for (const query of [{ country: 'NL' }, { min_age: 20 }, { hair_color: 'red' }] as const) {
      expect(await refusalOf(premium.call(searchMembers, query))).toMatchObject({ status: 400 });
    }
    await sites.deleteOne({ _id: 'default' });
    world.clock.advance(6_000);
    expect(await names({ hair_color: 'red' })).toEqual(['Hair']);
  });

  it('lists near matches apart from full ones, with their own total [S3-096 S3-097]', async () => {
    const near = await premium.call(similarMembers, { fits: 'any', hair_color: 'red', country: 'NL' });
    const found = near.results.map((card) => card.name);
    expect(found).not.toContain('Hair');
    expect(found).toContain('Plain');
    expect(found).toHaveLength(9);
    expect(near).toMatchObject({ pageNumber: 1, numResults: 9, nextCursor: null });
    expect(await premium.call(similarMembers, { fits: 'any', country: 'NL' })).toMatchObject({
      results: [],
      numResults: 0,
    });
  });

  it('suggests similar profiles without the viewed one, the caller and blocked ones', async () => {
    const added = await world.people(
      { name: 'Looked at', profile: { gender: 'male', interests: ['music'], dateOfBirth: yearsAgo(40) } },
      { name: 'Shares', profile: { gender: 'male', interests: ['music'], dateOfBirth: yearsAgo(44) } },
      { name: 'Elsewhere', profile: { gender: 'male', region: 'UT', dateOfBirth: yearsAgo(36) } },
      { name: 'Abroad', profile: { gender: 'male', country: 'DE', dateOfBirth: yearsAgo(40) } },
      { name: 'Too old', profile: { gender: 'male', dateOfBirth: yearsAgo(46) } },
      { name: 'Blocked', profile: { gender: 'male', dateOfBirth: yearsAgo(40) } },
      { name: 'Drawn', fictional: true, profile: { gender: 'male', dateOfBirth: yearsAgo(40) } },
      {
        name: 'Invisible',
        profile: { gender: 'male', invisible: true, listed: null, dateOfBirth: yearsAgo(40) },
      },
    );
    const id = (n: number) => added[n]?.id ?? '';
    await premium.call(blockProfile, { profile: id(5) });
    world.clock.advance(6_000);
    const related = async (profile: string) =>
      (await premium.call(relatedMembers, { id: profile })).results.map((card) => card.name);
    expect(await related(id(0))).toEqual(['Shares', 'Elsewhere']);
    for (const hidden of [id(5), id(7), '0'.repeat(24)]) {
      expect(await refusalOf(premium.call(relatedMembers, { id: hidden }))).toMatchObject({ status: 404 });
    }
  });

  it('excludes blocks in both directions from pages, counts and similar results', async () => {
    const [one, other] = await world.people(
      { name: 'Blocks you', profile: { hairColor: 'white' } },
      { name: 'Blocked by you', profile: { hairColor: 'white' } },
    );
    expect(await premium.call(countMembers, { fits: 'any', hair_color: 'white' })).toEqual({ numResults: 2 });
    await one.http.call(blockProfile, { profile: premiumId });
    await premium.call(blockProfile, { profile: other.id });
    world.clock.advance(6_000);
    expect(await premium.call(countMembers, { fits: 'any', hair_color: 'white' })).toEqual({ numResults: 0 });
    expect(await premium.call(searchMembers, { fits: 'any', hair_color: 'white' })).toMatchObject({
      results: [],
      numResults: 0,
    });
    const near = await premium.call(similarMembers, { fits: 'any', hair_color: 'black', gender: 'female' });
    const found = near.results.map((card) => card.name);
    expect(found).not.toContain('Blocks you');
    expect(found).not.toContain('Blocked by you');
    expect(near.numResults).toBe(found.length);
  });

  it('shows a change of another member within five seconds', async () => {
    const [sam] = await world.people({ name: 'Sam', profile: { eyeColor: 'hazel' } });
    expect(await names({ eye_color: 'hazel' })).toEqual(['Sam']);
    await world.gateways[0].core.profiles.setStatus(sam.id, 'disabled');
    world.clock.advance(5_000);
    expect(await premium.call(searchMembers, { fits: 'any', eye_color: 'hazel' })).toMatchObject({
      results: [],
      numResults: 0,
    });
  });

  it.each([
    'min_age=-1',
    'min_age=17',
    'min_age=NaN',
    'min_age=1e309',
    'min_age=18abc',
    'min_age=9007199254740993',
    'max_age=121',
    'min_age=18&min_age=20',
    'gender[$ne]=male',
    'gender=other',
    'country=nl',
    'country=.*',
    'city=.*',
    '$where=1',
    '__proto__=x',
    'constructor=x',
    'hair_color=%7B%22%24ne%22%3A1%7D',
    'interests=(a%2B)%2B%24',
    'interests=music,nonsense',
    'cursor=%00',
    'lat=52.37&lon=4.89',
    'listed=other',
  ])('refuses %s', async (query) => {
    const answer = await premium.send('GET', `/api/members.php?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });

  it.each([
    ['a search text of 10,000 letters', `name=${'a'.repeat(10_000)}`],
    ['every interest at once', `interests=${INTERESTS.join(',')}`],
    ['a cursor of 200 letters', `cursor=${'1'.repeat(200)}`],
  ])('refuses the query: %s', async (_what, query) => {
    expect((await premium.send('GET', `/api/members.php?${query}`)).status).toBe(400);
  });

  it('serves the interests to anybody by their own call [S7-038 S7-078 S3-139]', async () => {
    const { interests } = await world.browser().call(getInterests, {});
    expect(interests).toEqual([...INTERESTS]);
    const settings = await world.browser().send('GET', '/api/settings.php');
    expect(settings.body).not.toHaveProperty('settings.interests');
  });

  it('serves the regions of the site in the requested language [S7-040 S7-079 S3-138]', async () => {
    const english = await world.browser().call(getRegions, {});
    expect(english.regions).toContainEqual({ country: 'DE', code: 'BY', name: 'Bavaria' });
    const countries = new Set(english.regions.map((region) => region.country));
    expect(countries.size).toBe(15);
    const german = world.browser();
    german.cookies.set('i18n_redirected', 'de');
    expect((await german.call(getRegions, {})).regions).toContainEqual({
      country: 'DE',
      code: 'BY',
      name: 'Bayern',
    });
    const settings = await world.browser().send('GET', '/api/settings.php');
    expect(settings.body).not.toHaveProperty('settings.region_data');
  });

  function yearsAgo(years: number): string {
    const now = new Date(world.clock.now());
    return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() - 30))
      .toISOString()
      .slice(0, 10);
  }
});
