import {
  getOwnProfile,
  getProfile,
  PROFILE_FIELDS,
  type ProfileChange,
  updateProfile,
} from '@heartline/contracts';
import { outcomeOf, refusalOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world?.stop());

const sites = () => world.inside.mongo.connection.collection<{ _id: string }>('sites');
const siteShows = async (fields: readonly string[]) => {
  await sites().updateOne({ _id: 'default' }, { $set: { visible_profile_fields: fields } }, { upsert: true });
  world.clock.advance(10_000);
};
afterEach(async () => {
  await sites().deleteOne({ _id: 'default' });
  world.clock.advance(10_000);
});

const facts: ProfileChange = { height: 178, children: 'want', smoking: 'never', drinking: 'socially' };
const none = { height: null, children: null, smoking: null, drinking: null, religion: null };

it('stores optional facts, shows them to others, and clears them', async () => {
  const [ada, ben] = await world.people({}, {});
  expect((await ada.http.call(getOwnProfile, {})).profile).toMatchObject(none);
  for (let n = 0; n < 2; n += 1) {
    expect((await ada.http.call(updateProfile, facts)).profile).toMatchObject({ ...facts, religion: null });
  }
  world.clock.advance(10_000);
  expect((await ben.http.call(getProfile, { id: ada.id })).profile).toMatchObject(facts);
  await ada.http.call(updateProfile, none);
  world.clock.advance(10_000);
  expect((await ben.http.call(getProfile, { id: ada.id })).profile).toMatchObject(none);
});

it.each<[ProfileChange, string]>([
  [{ height: 119 }, 'VALIDATION_FAILED'],
  [{ height: 120 }, 'OK'],
  [{ height: 230 }, 'OK'],
  [{ height: 231 }, 'VALIDATION_FAILED'],
  [{ height: 170.5 }, 'VALIDATION_FAILED'],
  [{ smoking: 'always' as never }, 'VALIDATION_FAILED'],
])('answers %j with %s', async (change, outcome) => {
  const [ada] = await world.people({});
  expect(await outcomeOf(ada.http.call(updateProfile, change))).toBe(outcome);
});

it('asks for a religion only where the site turned it on', async () => {
  const [ada, ben] = await world.people({}, {});
  const refused = await refusalOf(ada.http.call(updateProfile, { religion: 'jewish' }));
  expect(refused.error).toMatchObject({ fields: { religion: 'INVALID' } });
  await siteShows(PROFILE_FIELDS);
  await ada.http.call(updateProfile, { religion: 'jewish' });
  world.clock.advance(10_000);
  const seen = async () => (await ben.http.call(getProfile, { id: ada.id })).profile.religion;
  expect(await seen()).toBe('jewish');
  // Turned off again, it is shown to nobody else, and can be cleared.
  await siteShows(['about']);
  expect(await seen()).toBeNull();
  expect((await ada.http.call(updateProfile, { religion: null })).profile.religion).toBeNull();
});
