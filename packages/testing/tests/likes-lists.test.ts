import {
  autoLike,
  getLikes,
  getProfile,
  likeChanged,
  likeProfile,
  setInvisible,
  unlikeProfile,
} from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import { connectDevice, type HttpClient, Refused } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewaysInTest, startGateways } from './gateway-in-test.ts';

let world: GatewaysInTest;

beforeAll(async () => {
  world = await startGateways({ count: 2 });
});
afterAll(() => world.stop());

const refusalOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Refused ? { status: error.status, code: error.error.code } : error;
};

async function members(count: number, photos = false) {
  const wish = (n: number) => ({
    name: `Person ${n}`,
    profile: photos ? { photos: [{ id: `${n}`.repeat(24).slice(0, 24), key: `key-${n}` }] } : {},
  });
  return world.members(Array.from({ length: count }, (_, n) => wish(n)));
}

describe('the like for the popup', () => {
  it('S7-031 S3-177 S3-178 S7-075 is the newest real like that was neither looked at nor shown, each once over all devices', async () => {
    const [ben, anna, cleo, dora] = await members(4, true);
    if (!ben || !anna || !cleo || !dora) throw new Error('no members');
    for (const admirer of [anna, cleo, dora]) {
      await admirer.client.call(likeProfile, { profile: ben.member.id });
      world.clock.advance(10);
    }
    await ben.client.call(getProfile, { id: cleo.member.id });
    const first = await ben.client.call(autoLike, {});
    expect(first).toMatchObject({ id: dora.member.id, name: 'Person 3', fictional: false, matched: false });
    expect(first.main_image?.match).toMatch(/\.webp$/);
    const others = await Promise.all(
      [0, 1, 0].map((gateway) => refusalOf(world.client(ben.member, gateway).call(autoLike, {}))),
    );
    expect(others.filter((one) => one === undefined)).toHaveLength(1);
    expect(others.filter((one) => one !== undefined)).toEqual(
      Array.from({ length: 2 }, () => ({ status: 404, code: 'NOT_FOUND' })),
    );
    const likes = await ben.client.call(getLikes, {});
    expect(likes.liked_by.map(({ id, like_new: fresh }) => [id, fresh])).toEqual([
      [dora.member.id, true],
      [cleo.member.id, false],
      [anna.member.id, true],
    ]);
  });

  it('makes nothing up: without a new like there is nothing to show, and nobody comes to like anybody', async () => {
    const [ben, anna] = await members(2);
    if (!ben || !anna) throw new Error('no members');
    expect(await refusalOf(ben.client.call(autoLike, {}))).toEqual({ status: 404, code: 'NOT_FOUND' });
    await ben.client.call(likeProfile, { profile: anna.member.id });
    expect(await refusalOf(ben.client.call(autoLike, {}))).toEqual({ status: 404, code: 'NOT_FOUND' });
    await anna.client.call(likeProfile, { profile: ben.member.id });
    expect(await ben.client.call(autoLike, {})).toMatchObject({ id: anna.member.id, matched: true });
  });

  it('is refused to other sites’ pages, as every call that changes something', async () => {
    const [ben] = await members(1);
    for (const site of ['cross-site', 'same-site']) {
      const answer = await ben?.client.send('GET', '/api/auto-like.php', undefined, {
        'sec-fetch-site': site,
      });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FOREIGN_ORIGIN' } } });
    }
    const silent = await ben?.client.send('GET', '/api/auto-like.php', undefined, {
      'sec-fetch-site': '',
      origin: 'https://evil.example',
    });
    expect(silent?.status).toBe(403);
  });
});

describe('the lists of likes', () => {
  it('S7-073 hold the newest first, and of people who still show: the invisible leave lists and badge, and come back', async () => {
    const [ben, anna, cleo] = await world.members([
      { name: 'Ben' },
      { name: 'Anna', premium: true },
      { name: 'Cleo' },
    ]);
    if (!ben || !anna || !cleo) throw new Error('no members');
    const newLikes = () => world.gateways[0]?.core.likes.newLikes(ben.member.id);
    await anna.client.call(likeProfile, { profile: ben.member.id });
    world.clock.advance(10);
    await cleo.client.call(likeProfile, { profile: ben.member.id });
    await ben.client.call(likeProfile, { profile: anna.member.id });
    const ids = async () => {
      const likes = await ben.client.call(getLikes, {});
      return [likes.liked_by, likes.given, likes.matches].map((list) => list.map(({ id }) => id));
    };
    const both = [[cleo.member.id, anna.member.id], [anna.member.id], [anna.member.id]];
    expect(await ids()).toEqual(both);
    expect(await newLikes()).toBe(2);
    await anna.client.call(setInvisible, { invisible: true });
    world.clock.advance(5_000);
    expect(await ids()).toEqual([[cleo.member.id], [], []]);
    expect(await newLikes()).toBe(1);
    await anna.client.call(setInvisible, { invisible: false });
    world.clock.advance(5_000);
    expect(await ids()).toEqual(both);
  });

  it('S7-057 POST likes and DELETE takes back, both safe to repeat, each with a profile and nothing else', async () => {
    const [ben, anna] = await members(2);
    const client = ben?.client as HttpClient;
    const send = (method: string, body: unknown) =>
      client.send(method, '/api/like.php', JSON.stringify(body));
    const profile = anna?.member.id;
    for (let n = 0; n < 2; n += 1) {
      expect(await send('POST', { profile })).toMatchObject({ status: 200, body: { matched: false } });
    }
    for (let n = 0; n < 2; n += 1) {
      expect(await send('DELETE', { profile })).toMatchObject({ status: 200, body: { matched: false } });
    }
    for (const body of [
      {},
      { profile: [profile] },
      { profile: { $ne: null } },
      { profile: 'undefined' },
      { profile, isNew: false },
      { profile, from: profile },
    ]) {
      expect((await send('POST', body)).status).toBe(400);
    }
  });

  it('S3-079 S2-143 new flags and their number live on all devices, also of a like that is taken back', async () => {
    const [ben, anna] = await members(2);
    if (!ben || !anna) throw new Error('no members');
    const devices = await Promise.all(
      [0, 1].map((gateway) => connectDevice(world.client(ben.member, gateway))),
    );
    await anna.client.call(likeProfile, { profile: ben.member.id });
    await anna.client.call(unlikeProfile, { profile: ben.member.id });
    for (const device of devices) {
      const gone = await device.wait(likeChanged, (change) => !change.received);
      expect(gone).toMatchObject({ profile: anna.member.id, isNew: false });
      device.close();
    }
    expect(await world.gateways[1]?.core.likes.newLikes(ben.member.id)).toBe(0);
  });

  it('the books agree: a match stands only while both likes do', async () => {
    const [ben, anna] = await members(2);
    if (!ben || !anna) throw new Error('no members');
    await anna.client.call(likeProfile, { profile: ben.member.id });
    await ben.client.call(likeProfile, { profile: anna.member.id });
    const check = () =>
      checkInvariants(world.mongo, {
        now: world.clock.now(),
        quietMs: 0,
        windowMs: 86_400_000,
        whole: true,
        freeConversations: async () => 2,
        swipeLikes: async () => 4,
      });
    expect(await check()).toEqual([]);
    const likes = world.mongo.connection.collection<{ _id: string }>('likes');
    await likes.deleteOne({ _id: `${anna.member.id}:${ben.member.id}` });
    expect((await check()).map(({ invariant }) => invariant)).toEqual(['L2']);
    const rows = ['a', 'b', 'c', 'd', 'e'].map((n) => ({
      _id: `v:${n}`,
      visitor: 'v',
      network: n,
      site: 'default',
      day: '2026-01-01',
      at: world.clock.now() - 1_000,
    }));
    await world.mongo.connection.collection<{ _id: string }>('swipes').insertMany(rows);
    expect((await check()).map(({ invariant }) => invariant).sort()).toEqual(['L1', 'L2']);
  });
});
