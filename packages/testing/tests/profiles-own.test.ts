import {
  geocode,
  getInterests,
  getOwnProfile,
  getProfile,
  getUser,
  type ProfileChange,
  updateProfile,
} from '@heartline/contracts';
import {
  type HttpClient,
  type MemberWish,
  outcomeOf,
  refusalOf,
  startWorld,
  type WorldHere,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('a member’s own profile over HTTP', () => {
  let world: WorldHere;

  beforeAll(async () => {
    world = await startWorld({ here: true });
  });
  afterAll(() => world.stop());

  const someone = async (wish: MemberWish = {}) => (await world.people(wish))[0];

  const own = async (client: HttpClient) => (await client.call(getOwnProfile, {})).profile;

  describe('fields', () => {
    const change: ProfileChange = {
      gender: 'male',
      sexuality: 'bi',
      date_of_birth: '1988-02-29',
      country: 'PL',
      region: '14',
      city: 'Warszawa',
      hair_color: 'dark_brown',
      eye_color: 'hazel',
      body_type: 'average',
      relationship_status: 'divorced',
      tattoos: 'one',
      reason: 'friends',
      about: 'Długie spacery.\n\nI kawa.',
      interests: ['coffee', 'music', 'sex', 'travelling'],
    };

    it('show at once, for any gateway that changed and any that reads them', async () => {
      const { http: client, session } = await someone();
      const elsewhere = world.browser(1, session);
      const shown = async () => (await elsewhere.call(getUser, {})).user.profile.country;
      expect(await shown()).toBe('NL');
      await client.call(updateProfile, { country: 'PL', region: '14' });
      expect(await shown()).toBe('PL');
    });

    it('have one value after changes of two devices at the same time', async () => {
      const { http: client, session } = await someone();
      const elsewhere = world.browser(1, session);
      for (let round = 0; round < 10; round += 1) {
        await client.call(updateProfile, { country: 'NL', region: 'NH' });
        await Promise.all([
          client.call(updateProfile, { country: 'PL', region: '14' }),
          outcomeOf(elsewhere.call(updateProfile, { region: 'UT' })),
        ]);
        expect(await own(client)).toMatchObject({ country: 'PL', region: '14' });
      }
    });

    it('change as given, and others see them except the date of birth [S7-055]', async () => {
      const { id, http: client } = await someone();
      const { http: other } = await someone();
      expect((await client.call(updateProfile, change)).profile).toMatchObject(change);
      expect((await client.call(updateProfile, { city: null })).profile).toMatchObject({
        ...change,
        city: null,
      });
      world.clock.advance(6_000);
      const { profile } = await other.call(getProfile, { id });
      const shown: Partial<ProfileChange> = { ...change };
      delete shown.date_of_birth;
      expect(profile).toMatchObject({ ...shown, city: null });
      expect(JSON.stringify(profile)).not.toContain('1988-02-29');
    });

    it.each<[string, ProfileChange, object]>([
      ['a child', { date_of_birth: '2015-01-01' }, { date_of_birth: 'UNDER_AGE' }],
      ['30 February', { date_of_birth: '1990-02-30' }, { date_of_birth: 'DATE_OF_BIRTH_INVALID' }],
      ['the year 0', { date_of_birth: '0000-01-01' }, { date_of_birth: 'DATE_OF_BIRTH_INVALID' }],
      ['a region of another country', { country: 'NL', region: '14' }, { region: 'REGION_UNKNOWN' }],
      ['a country without a region', { country: 'DE' }, { region: 'REGION_UNKNOWN' }],
      ['a country the site is not in', { country: 'BR', region: 'SP' }, { country: 'COUNTRY_UNKNOWN' }],
      ['a city of markup', { city: '<b>x</b>' }, { city: 'INVALID' }],
      ['too long a text', { about: 'x'.repeat(1_001) }, { about: 'TOO_LONG' }],
      ['a word of no list', { eye_color: 'red' as never }, { eye_color: 'INVALID' }],
      ['an interest of no list', { interests: ['<x>' as never] }, { interests: 'INVALID' }],
      ['an operator', { about: { $gt: '' } as never }, { about: expect.any(String) }],
      ['a field nobody asked for', { premiumAt: 1 } as never, { premiumAt: 'INVALID' }],
    ])('refuse %s', async (_what, wrong, fields) => {
      const { http: client } = await someone();
      const before = await own(client);
      const refused = await refusalOf(client.call(updateProfile, wrong));
      expect(refused.error).toMatchObject({ code: 'VALIDATION_FAILED', fields });
      expect(await own(client)).toMatchObject({ ...before, pictures: [] });
    });

    it('store hostile texts as plain text, without characters that turn or hide it', async () => {
      const { http: client } = await someone();
      const about = '<script>alert(1)</script> {{7*7}} =cmd()\u202Egnp.exe\u0007\r\n\n\n\n**bold**';
      const { profile } = await client.call(updateProfile, { about });
      expect(profile.about).toBe('<script>alert(1)</script> {{7*7}} =cmd()gnp.exe\n\n**bold**');
    });

    it('are shown to others as far as this site shows them [S3-105]', async () => {
      const { id, http: client } = await someone({
        profile: { city: 'Utrecht', about: 'Hello', hairColor: 'red', interests: ['art'] },
      });
      const { http: other } = await someone({ profile: { interests: ['art'] } });
      await world.inside.mongo.connection
        .collection<{ _id: string }>('sites')
        .updateOne({ _id: 'default' }, { $set: { visible_profile_fields: ['about'] } }, { upsert: true });
      world.clock.advance(10_000);
      const { profile } = await other.call(getProfile, { id });
      expect(profile).toMatchObject({
        about: 'Hello',
        city: null,
        region: '',
        sexuality: null,
        hair_color: null,
        interests: [],
        shared_interests: [],
        shared_interest: null,
      });
      expect(await own(client)).toMatchObject({ city: 'Utrecht', hair_color: 'red', interests: ['art'] });
      await world.inside.mongo.connection.collection<{ _id: string }>('sites').deleteOne({ _id: 'default' });
      world.clock.advance(10_000);
    });
  });

  it('offers about 50 interests [S3-051 S3-052 S3-053 S3-054 S3-055]', async () => {
    const { interests } = await world.browser().call(getInterests, {});
    expect(interests.length).toBeGreaterThan(45);
    expect(interests.length).toBeLessThan(60);
    expect(interests).toEqual(expect.arrayContaining(['sex', 'music', 'travelling', 'coffee']));
  });

  describe('the place of a point', () => {
    it('is a town with region and country, from the bundled list [S7-014 S7-017 S7-069]', async () => {
      const found = await world.browser().call(geocode, { lat: '52.37', lon: '4.89' });
      expect(found).toEqual({ geocode: { country: 'NL', region: 'NH', city: 'Amsterdam' } });
    });

    it('is empty at sea, and refuses invalid coordinates', async () => {
      expect(await outcomeOf(world.browser().call(geocode, { lat: '0', lon: '-30' }))).toBe('NOT_FOUND');
      const wrong = [
        ['91', '0'],
        ['NaN', '0'],
        ['1e1', '0'],
        ['0', '181'],
        ['52.12345678901234567890', '0'],
        ['', ''],
        ['Infinity', '0'],
      ];
      for (const [lat = '', lon = ''] of wrong) {
        expect([lat, await outcomeOf(world.browser().call(geocode, { lat, lon }))]).toEqual([
          lat,
          'VALIDATION_FAILED',
        ]);
      }
    });

    it('is rate limited, and the point is stored nowhere', async () => {
      const visitor = world.browser();
      const outcomes = new Set<string>();
      for (let at = 0; at < 61; at += 1) {
        outcomes.add(await outcomeOf(visitor.call(geocode, { lat: `52.3${at}`, lon: '4.8765432' })));
      }
      expect([...outcomes]).toEqual(['OK', 'RATE_LIMITED']);
      const collections = await world.inside.mongo.connection.db?.collections();
      for (const collection of collections ?? []) {
        const rows = JSON.stringify(await collection.find({}).toArray());
        expect([collection.collectionName, rows.includes('4.8765432')]).toEqual([
          collection.collectionName,
          false,
        ]);
      }
    });
  });
});
