import { getProfile, getUser, profile as profileShape } from '@heartline/contracts';
import { type HttpClient, outcomeOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A red pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

describe('profiles and their pictures over HTTP', () => {
  let world: WorldHere;
  let photos: { id: string; key: string }[];

  beforeAll(async () => {
    world = await startWorld({ here: true });
    const { profiles } = world.gateways[0].core;
    photos = await Promise.all(Array.from({ length: 5 }, () => profiles.storePhoto(PICTURE)));
  });
  afterAll(() => world.stop());

  async function people() {
    const [shown, free, premium] = await world.people(
      {
        name: 'Zoë',
        profile: {
          photos,
          city: 'Utrecht',
          about: 'Hello',
          interests: ['coffee', 'music', 'art'],
          hairColor: 'red',
          eyeColor: 'green',
          bodyType: 'athletic',
          relationshipStatus: 'single',
          tattoos: 'some',
          reason: 'dates',
        },
      },
      { profile: { interests: ['music', 'art'] } },
      { premium: true, credits: 5 },
    );
    return { shown, free, premium };
  }

  const photo = (client: HttpClient, filename: string) => client.send('GET', `/media/${filename}`);

  it('shows a profile, and nothing beyond it [S3-021 S3-022 S3-023 S3-026 S3-032 S3-033]', async () => {
    const { shown, free } = await people();
    const { profile } = await free.http.call(getProfile, { id: shown.id });
    expect(profile).toMatchObject({
      id: shown.id,
      name: 'Zoë',
      gender: 'female',
      sexuality: 'bi',
      country: 'NL',
      region: 'NH',
      city: 'Utrecht',
      fictional: false,
      about: 'Hello',
      hair_color: 'red',
      eye_color: 'green',
      body_type: 'athletic',
      relationship_status: 'single',
      tattoos: 'some',
      reason: 'dates',
      interests: ['coffee', 'music', 'art'],
      shared_interests: ['music', 'art'],
      shared_interest: 'music',
      message_credits: 1,
      last_active: 'today',
    });
    const born = new Date('1990-06-15');
    const now = new Date(world.clock.now());
    const hadBirthday = now.toISOString().slice(5, 10) >= '06-15';
    expect(profile.age).toBe(now.getUTCFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1));
    expect(Object.keys(profile).sort()).toEqual(Object.keys(profileShape.shape).sort());
  });

  it('shows free members three pictures, and the others blurred [S1-019 S6-010]', async () => {
    const { shown, free } = await people();
    const { profile } = await free.http.call(getProfile, { id: shown.id });
    expect(profile.pictures.map((picture) => picture.locked)).toEqual([false, false, false, true, true]);
    for (const picture of profile.pictures) {
      const [large, thumb] = [picture.filename, picture.thumb_filename];
      expect(large.includes('/blur.')).toBe(picture.locked);
      expect(thumb.includes('/blur.')).toBe(picture.locked);
      const answer = await photo(free.http, large);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('image/webp');
      expect(answer.headers['cache-control']).toMatch(/^private, max-age=/);
    }
  });

  it('shows premium members every picture [S1-022 S6-017]', async () => {
    const { shown, premium } = await people();
    const { profile } = await premium.http.call(getProfile, { id: shown.id });
    expect(profile.pictures.map((picture) => picture.locked)).toEqual([false, false, false, false, false]);
    for (const { filename } of profile.pictures)
      expect((await photo(premium.http, filename)).status).toBe(200);
  });

  it('serves a picture only to the member of its address, in its size, for a time', async () => {
    const { shown, free, premium } = await people();
    const { profile } = await premium.http.call(getProfile, { id: shown.id });
    const locked = profile.pictures[4]?.filename ?? '';
    const mine = (await free.http.call(getProfile, { id: shown.id })).profile.pictures[4]?.filename ?? '';
    const tries: [HttpClient, string][] = [
      [free.http, locked],
      [world.browser(), locked],
      [world.browser(), mine],
      [free.http, mine.replace('/blur.', '/large.')],
      [free.http, mine.replace('/blur.', '/thumb.')],
      [free.http, mine.replace(/\.webp$/, '.jpg')],
      [free.http, mine.replace(photos[4]?.id ?? '', photos[3]?.id ?? '')],
      [free.http, `../${mine}`],
      [free.http, `${photos[4]?.key}/large.webp`],
    ];
    for (const [client, address] of tries) expect((await photo(client, address)).status).toBe(404);
    expect((await photo(premium.http, locked)).status).toBe(200);
    world.clock.advance(60 * 60_000 + 1);
    expect((await photo(premium.http, locked)).status).toBe(404);
  });

  it('serves no picture once its owner is gone or premium has ended', async () => {
    const { shown, premium } = await people();
    const { profile } = await premium.http.call(getProfile, { id: shown.id });
    const [first, , , , last] = profile.pictures;
    const change = async (collection: string, id: string, set: object) => {
      await world.inside.mongo.connection
        .collection<{ _id: string }>(collection)
        .updateOne({ _id: id }, { $set: set });
      world.clock.advance(6_000);
    };
    await change('accounts', premium.id, { premiumAt: null });
    expect((await photo(premium.http, last?.filename ?? '')).status).toBe(404);
    expect((await photo(premium.http, first?.filename ?? '')).status).toBe(200);
    await change('profiles', shown.id, { status: 'deleted' });
    expect((await photo(premium.http, first?.filename ?? '')).status).toBe(404);
  });

  it('shows the first picture as the main one, also on the card [S3-018 S3-019 S3-020]', async () => {
    const { shown } = await people();
    const { user } = await shown.http.call(getUser, {});
    expect(user.profile.main_image?.filename).toContain(photos[0]?.id);
    expect(user.profile.main_image?.thumb_filename).toContain('/thumb.');
    expect((await photo(shown.http, user.profile.main_image?.filename ?? '')).status).toBe(200);
  });

  it('labels a fictional profile, with its own price [S1-024]', async () => {
    const [free, fictional] = await world.people({}, { fictional: true });
    const { profile } = await free.http.call(getProfile, { id: fictional.id });
    expect(profile).toMatchObject({ fictional: true, message_credits: 0 });
    // A fictional profile has no member behind it, so it was not active today.
    expect(profile).toMatchObject({ online: false, last_active: null });
  });

  it('answers deleted, unknown and foreign profiles alike', async () => {
    const [free, disabled, elsewhere] = await world.people(
      {},
      { status: 'disabled' },
      { account: { site: 'other.example' }, profile: { site: 'other.example' } },
    );
    for (const id of ['0'.repeat(24), disabled.id, elsewhere.id]) {
      expect(await outcomeOf(free.http.call(getProfile, { id }))).toBe('NOT_FOUND');
    }
  });

  it('shows the member that the own profile is disabled [S3-017]', async () => {
    const [member] = await world.people({ profile: { status: 'disabled' } });
    expect((await member.http.call(getUser, {})).user.profile.status).toBe('disabled');
  });
});
