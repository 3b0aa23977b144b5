import {
  getLikes,
  getProfile,
  likeChanged,
  likeProfile,
  likeReceived,
  matchCreated,
  unlikeProfile,
} from '@heartline/contracts';
import { outcomeOf, refusalOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('likes over HTTP and sockets', () => {
  let world: WorldHere;

  beforeAll(async () => {
    world = await startWorld({ here: true, gateways: 2 });
  });
  afterAll(() => world.stop());

  /** Two members, the second at the other gateway, each with a connected device. */
  async function pair() {
    const [anna, ben] = await world.people({ name: 'Anna' }, { name: 'Ben', profile: { fictional: true } });
    const [annaDevice, benDevice] = await Promise.all([anna.device(), ben.device()]);
    const close = () => [annaDevice, benDevice].map((device) => device.close());
    return { anna: { ...anna, receiver: annaDevice }, ben: { ...ben, receiver: benDevice }, close };
  }

  it('stores a like for both, new for the other [S1-011 S0-006 S4-014 S4-016 S3-081 S3-082 S3-083 S3-084 S7-027 S7-028]', async () => {
    const { anna, ben, close } = await pair();
    expect(await anna.http.call(likeProfile, { profile: ben.id })).toEqual({ matched: false });
    const event = await ben.receiver.wait(likeReceived);
    expect(event.profile).toMatchObject({ id: anna.id, name: 'Anna', fictional: false });
    const [given, received] = [await anna.http.call(getLikes, {}), await ben.http.call(getLikes, {})];
    expect(given).toMatchObject({ given: [{ id: ben.id }], liked_by: [], matches: [] });
    expect(given.profiles).toMatchObject([{ id: ben.id, fictional: true }]);
    expect(received).toMatchObject({
      given: [],
      liked_by: [{ id: anna.id, like_new: true }],
      matches: [],
    });
    expect(received.profiles.map((card) => card.id)).toEqual([anna.id]);
    close();
  });

  it('ignores a second like, and shows it to nobody as new', async () => {
    const { anna, ben, close } = await pair();
    for (let n = 0; n < 3; n += 1) await anna.http.call(likeProfile, { profile: ben.id });
    const all = await Promise.all(
      Array.from({ length: 10 }, () => anna.http.call(likeProfile, { profile: ben.id })),
    );
    expect(all.every((answer) => !answer.matched)).toBe(true);
    await ben.receiver.wait(likeReceived);
    expect((await ben.http.call(getLikes, {})).liked_by).toHaveLength(1);
    expect(ben.receiver.all(likeReceived)).toHaveLength(1);
    close();
  });

  it('matches two likes at once on both gateways [S1-012 S0-007 S4-017]', async () => {
    const { anna, ben, close } = await pair();
    await anna.http.call(likeProfile, { profile: ben.id });
    expect(await ben.http.call(likeProfile, { profile: anna.id })).toEqual({ matched: true });
    const [atAnna, atBen] = await Promise.all([
      anna.receiver.wait(matchCreated),
      ben.receiver.wait(matchCreated),
    ]);
    expect(atAnna.profile).toMatchObject({ id: ben.id, fictional: true });
    expect(atBen.profile).toMatchObject({ id: anna.id });
    for (const [one, other] of [[anna, ben] as const, [ben, anna] as const]) {
      const likes = await one.http.call(getLikes, {});
      expect(likes.matches.map((match) => match.id)).toEqual([other.id]);
    }
    close();
  });

  it('creates one match for two likes at the same time, repeatedly', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { anna, ben, close } = await pair();
      const answers = await Promise.all([
        anna.http.call(likeProfile, { profile: ben.id }),
        ben.http.call(likeProfile, { profile: anna.id }),
      ]);
      expect(answers.some((answer) => answer.matched)).toBe(true);
      await Promise.all([anna.receiver.wait(matchCreated), ben.receiver.wait(matchCreated)]);
      // Earlier events have arrived once a later one has.
      await ben.http.call(unlikeProfile, { profile: anna.id });
      await anna.receiver.wait(likeChanged, (change) => !change.received && change.given);
      expect(anna.receiver.all(matchCreated)).toHaveLength(1);
      expect(ben.receiver.all(matchCreated)).toHaveLength(1);
      close();
    }
  });

  it('removes a withdrawn like on both sides, with the match [S4-015]', async () => {
    const { anna, ben, close } = await pair();
    await anna.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(likeProfile, { profile: anna.id });
    expect(await anna.http.call(unlikeProfile, { profile: ben.id })).toEqual({ matched: false });
    await anna.http.call(unlikeProfile, { profile: ben.id });
    expect(await anna.http.call(getLikes, {})).toMatchObject({
      given: [],
      matches: [],
      liked_by: [{ id: ben.id }],
    });
    expect(await ben.http.call(getLikes, {})).toMatchObject({
      liked_by: [],
      matches: [],
      given: [{ id: anna.id }],
    });
    expect(await ben.receiver.wait(likeChanged, (change) => !change.received)).toMatchObject({
      profile: anna.id,
      given: true,
    });
    close();
  });

  it('clears the new flag on every device when the profile is opened [S4-018]', async () => {
    const { anna, ben, close } = await pair();
    await anna.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(getProfile, { id: anna.id, beside: 'chat' });
    expect((await ben.http.call(getLikes, {})).liked_by).toMatchObject([{ like_new: true }]);
    await ben.http.call(getProfile, { id: anna.id });
    expect(await ben.receiver.wait(likeChanged, (change) => !change.isNew)).toMatchObject({
      profile: anna.id,
      received: true,
      given: false,
    });
    expect((await ben.http.call(getLikes, {})).liked_by).toMatchObject([{ like_new: false }]);
    close();
  });

  it('counts in the badge what the list shows, without likes of deleted members', async () => {
    const [ben, ...admirers] = await world.people({}, {}, {}, {});
    const [anna, , gone] = admirers;
    for (const admirer of admirers) await admirer.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(getProfile, { id: anna.id });
    await world.inside.mongo.connection
      .collection<{ _id: string }>('profiles')
      .updateOne({ _id: gone.id }, { $set: { status: 'deleted' } });
    world.clock.advance(5_000);
    const likes = await ben.http.call(getLikes, {});
    expect(likes.liked_by).toHaveLength(2);
    const fresh = likes.liked_by.filter((like) => like.like_new);
    expect(await world.gateways[0].core.likes.newLikes(ben.id)).toBe(fresh.length);
    expect(fresh).toHaveLength(1);
  });

  it('refuses to like an unknown id, oneself, or a deleted member', async () => {
    const [anna, gone] = await world.people({}, { status: 'disabled' });
    for (const profile of ['0'.repeat(24), anna.id, gone.id]) {
      expect(await outcomeOf(anna.http.call(likeProfile, { profile }))).toBe('NOT_FOUND');
    }
  });

  it('refuses likes of visitors [S6-007]', async () => {
    const [{ id: profile }] = await world.people({});
    const refused = await refusalOf(world.browser().call(likeProfile, { profile }));
    expect(refused).toMatchObject({ status: 403, loggedOut: true });
  });
});
