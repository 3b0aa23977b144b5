import {
  getLikes,
  likeChanged,
  likeProfile,
  likeReceived,
  matchCreated,
  unlikeProfile,
} from '@heartline/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDevice, diesAt, startWorld, type World } from '../../src/index.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ gateways: 2, workers: 1 });
});
afterAll(() => world?.stop());

/** Mara at the first gateway, which will die, and at the second one; Jonas at the second one. */
async function pair() {
  const [mara, jonas] = await world.people({ name: 'Mara' }, { name: 'Jonas' });
  const elsewhere = world.browser(1, mara.session);
  const [hers, his] = [await connectDevice(elsewhere), await jonas.device()];
  const close = () => [hers, his].map((device) => device.close());
  return { mara, jonas, elsewhere, hers, his, close };
}

it('at like:after-write: a repeat elsewhere updates all devices of both', async () => {
  const { mara, jonas, elsewhere, hers, his, close } = await pair();
  await jonas.http.call(likeProfile, { profile: mara.id });
  await hers.wait(likeReceived);
  await diesAt(world.gateways[0], 'like:after-write', () =>
    mara.http.call(likeProfile, { profile: jonas.id }),
  );
  expect(await elsewhere.call(likeProfile, { profile: jonas.id })).toEqual({ matched: true });
  await hers.wait(likeChanged, (event) => event.profile === jonas.id && event.given && event.received);
  await his.wait(likeChanged, (event) => event.profile === mara.id && event.given && event.received);
  await Promise.all([hers.wait(matchCreated), his.wait(matchCreated)]);
  expect(his.all(likeReceived)).toEqual([]);
  const { matches, liked_by: likedBy } = await jonas.http.call(getLikes, {});
  expect([matches, likedBy].map((list) => list.map(({ id }) => id))).toEqual([[mara.id], [mara.id]]);
  close();
});

it('at unlike:after-write: a repeat elsewhere updates her other devices', async () => {
  const { mara, jonas, elsewhere, hers, his, close } = await pair();
  await elsewhere.call(likeProfile, { profile: jonas.id });
  await diesAt(world.gateways[0], 'unlike:after-write', () =>
    mara.http.call(unlikeProfile, { profile: jonas.id }),
  );
  await elsewhere.call(unlikeProfile, { profile: jonas.id });
  await hers.wait(likeChanged, (event) => event.profile === jonas.id && !event.given);
  // Removing a like that is already gone sends the other member no event.
  expect(his.all(likeChanged)).toEqual([]);
  expect((await jonas.http.call(getLikes, {})).liked_by).toEqual([]);
  close();
});
