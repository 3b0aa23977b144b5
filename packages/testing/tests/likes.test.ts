import {
  getLikes,
  getProfile,
  likeChanged,
  likeProfile,
  likeReceived,
  matchCreated,
  unlikeProfile,
} from '@heartline/contracts';
import { connectDevice, Refused } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewaysInTest, startGateways } from './gateway-in-test.ts';

describe('likes over HTTP and sockets', () => {
  let world: GatewaysInTest;

  beforeAll(async () => {
    world = await startGateways({ count: 2 });
  });
  afterAll(() => world.stop());

  /** Two members, the second at the other gateway, each with a device that listens. */
  async function pair() {
    const [anna, ben] = await world.members([
      { name: 'Anna' },
      { name: 'Ben', profile: { fictional: true } },
    ]);
    if (!anna || !ben) throw new Error('no members');
    const benClient = world.client(ben.member, 1);
    const [annaHears, benHears] = await Promise.all([connectDevice(anna.client), connectDevice(benClient)]);
    const close = () => [annaHears, benHears].map((device) => device.close());
    return {
      anna: { ...anna, hears: annaHears },
      ben: { member: ben.member, client: benClient, hears: benHears },
      close,
    };
  }

  it('S1-011 S0-006 S4-014 S4-016 S3-081 S3-082 S3-083 S3-084 S7-027 S7-028 a like stands on both sides, and is new on the other', async () => {
    const { anna, ben, close } = await pair();
    expect(await anna.client.call(likeProfile, { profile: ben.member.id })).toEqual({ matched: false });
    const heard = await ben.hears.wait(likeReceived);
    expect(heard.profile).toMatchObject({ id: anna.member.id, name: 'Anna', fictional: false });
    const [given, received] = [await anna.client.call(getLikes, {}), await ben.client.call(getLikes, {})];
    expect(given).toMatchObject({ given: [{ id: ben.member.id }], liked_by: [], matches: [] });
    expect(given.profiles).toMatchObject([{ id: ben.member.id, fictional: true }]);
    expect(received).toMatchObject({
      given: [],
      liked_by: [{ id: anna.member.id, like_new: true }],
      matches: [],
    });
    expect(received.profiles.map((card) => card.id)).toEqual([anna.member.id]);
    close();
  });

  it('a second like changes nothing and tells nobody', async () => {
    const { anna, ben, close } = await pair();
    for (let n = 0; n < 3; n += 1) await anna.client.call(likeProfile, { profile: ben.member.id });
    const all = await Promise.all(
      Array.from({ length: 10 }, () => anna.client.call(likeProfile, { profile: ben.member.id })),
    );
    expect(all.every((answer) => !answer.matched)).toBe(true);
    await ben.hears.wait(likeReceived);
    expect((await ben.client.call(getLikes, {})).liked_by).toHaveLength(1);
    expect(ben.hears.all(likeReceived)).toHaveLength(1);
    close();
  });

  it('S1-012 S0-007 S4-017 two likes match, and both see it at once on both gateways', async () => {
    const { anna, ben, close } = await pair();
    await anna.client.call(likeProfile, { profile: ben.member.id });
    expect(await ben.client.call(likeProfile, { profile: anna.member.id })).toEqual({ matched: true });
    const [atAnna, atBen] = await Promise.all([anna.hears.wait(matchCreated), ben.hears.wait(matchCreated)]);
    expect(atAnna.profile).toMatchObject({ id: ben.member.id, fictional: true });
    expect(atBen.profile).toMatchObject({ id: anna.member.id });
    for (const [one, other] of [[anna, ben] as const, [ben, anna] as const]) {
      const likes = await one.client.call(getLikes, {});
      expect(likes.matches.map((match) => match.id)).toEqual([other.member.id]);
    }
    close();
  });

  it('makes one match of two likes given at the same moment, again and again', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { anna, ben, close } = await pair();
      const answers = await Promise.all([
        anna.client.call(likeProfile, { profile: ben.member.id }),
        ben.client.call(likeProfile, { profile: anna.member.id }),
      ]);
      expect(answers.some((answer) => answer.matched)).toBe(true);
      await Promise.all([anna.hears.wait(matchCreated), ben.hears.wait(matchCreated)]);
      // Whatever else was sent has arrived once a later event has.
      await ben.client.call(unlikeProfile, { profile: anna.member.id });
      await anna.hears.wait(likeChanged, (change) => !change.received && change.given);
      expect(anna.hears.all(matchCreated)).toHaveLength(1);
      expect(ben.hears.all(matchCreated)).toHaveLength(1);
      close();
    }
  });

  it('S4-015 a like taken back is gone on both sides, with the match', async () => {
    const { anna, ben, close } = await pair();
    await anna.client.call(likeProfile, { profile: ben.member.id });
    await ben.client.call(likeProfile, { profile: anna.member.id });
    expect(await anna.client.call(unlikeProfile, { profile: ben.member.id })).toEqual({ matched: false });
    await anna.client.call(unlikeProfile, { profile: ben.member.id });
    expect(await anna.client.call(getLikes, {})).toMatchObject({
      given: [],
      matches: [],
      liked_by: [{ id: ben.member.id }],
    });
    expect(await ben.client.call(getLikes, {})).toMatchObject({
      liked_by: [],
      matches: [],
      given: [{ id: anna.member.id }],
    });
    expect(await ben.hears.wait(likeChanged, (change) => !change.received)).toMatchObject({
      profile: anna.member.id,
      given: true,
    });
    close();
  });

  it('S4-018 opening a profile clears its new-like flag, on every device', async () => {
    const { anna, ben, close } = await pair();
    await anna.client.call(likeProfile, { profile: ben.member.id });
    await ben.client.call(getProfile, { id: anna.member.id });
    expect(await ben.hears.wait(likeChanged, (change) => !change.isNew)).toMatchObject({
      profile: anna.member.id,
      received: true,
      given: false,
    });
    expect((await ben.client.call(getLikes, {})).liked_by).toMatchObject([{ like_new: false }]);
    close();
  });

  it('the badge counts what the list shows: likes of people who are gone are left out of both', async () => {
    const [ben, ...admirers] = await world.members([{}, {}, {}, {}]);
    const [anna, , gone] = admirers;
    if (!ben || !anna || !gone) throw new Error('no members');
    for (const admirer of admirers) await admirer.client.call(likeProfile, { profile: ben.member.id });
    await ben.client.call(getProfile, { id: anna.member.id });
    await world.mongo.connection
      .collection<{ _id: string }>('profiles')
      .updateOne({ _id: gone.member.id }, { $set: { status: 'deleted' } });
    world.clock.advance(5_000);
    const likes = await ben.client.call(getLikes, {});
    expect(likes.liked_by).toHaveLength(2);
    const fresh = likes.liked_by.filter((like) => like.like_new);
    expect(await world.gateways[0]?.core.likes.newLikes(ben.member.id)).toBe(fresh.length);
    expect(fresh).toHaveLength(1);
  });

  it('refuses to like nobody, oneself, or somebody who is gone', async () => {
    const [anna, gone] = await world.members([{}, { status: 'disabled' }]);
    for (const profile of ['0'.repeat(24), anna?.member.id ?? '', gone?.member.id ?? '']) {
      const refused = await anna?.client.call(likeProfile, { profile }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Refused);
      expect((refused as Refused).error.code).toBe('NOT_FOUND');
    }
  });

  it('S6-007 a visitor cannot like', async () => {
    const [anna] = await world.members([{}]);
    const refused = await world
      .visitor()
      .call(likeProfile, { profile: anna?.member.id ?? '' })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 403, loggedOut: true });
  });
});
