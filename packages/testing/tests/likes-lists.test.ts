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
import { connectDevice, type MemberWish, outcomeOf, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2 });
});
afterAll(() => world.stop());

const pictured = (n: number): MemberWish => ({
  name: `Person ${n}`,
  profile: { photos: [{ id: `${n}`.repeat(24), key: `key-${n}` }] },
});

describe('the like of the popup', () => {
  it('shows each newest unseen like once per member [S7-031 S3-177 S3-178 S7-075]', async () => {
    const [ben, anna, cleo, dora] = await world.people(pictured(0), pictured(1), pictured(2), pictured(3));
    for (const admirer of [anna, cleo, dora]) {
      await admirer.http.call(likeProfile, { profile: ben.id });
      world.clock.advance(10);
    }
    await ben.http.call(getProfile, { id: cleo.id });
    const first = await ben.http.call(autoLike, {});
    expect(first).toMatchObject({ id: dora.id, name: 'Person 3', fictional: false, matched: false });
    expect(first.main_image?.match).toMatch(/\.webp$/);
    const others = await Promise.all(
      [0, 1, 0].map((gateway) => outcomeOf(world.browser(gateway, ben.session).call(autoLike, {}))),
    );
    expect(others.sort()).toEqual(['NOT_FOUND', 'NOT_FOUND', 'OK']);
    const likes = await ben.http.call(getLikes, {});
    expect(likes.liked_by.map(({ id, like_new: fresh }) => [id, fresh])).toEqual([
      [dora.id, true],
      [cleo.id, false],
      [anna.id, true],
    ]);
  });

  it('shows nothing without a new like, and creates none', async () => {
    const [ben, anna] = await world.people({}, {});
    expect(await outcomeOf(ben.http.call(autoLike, {}))).toBe('NOT_FOUND');
    await ben.http.call(likeProfile, { profile: anna.id });
    expect(await outcomeOf(ben.http.call(autoLike, {}))).toBe('NOT_FOUND');
    await anna.http.call(likeProfile, { profile: ben.id });
    expect(await ben.http.call(autoLike, {})).toMatchObject({ id: anna.id, matched: true });
  });

  it('refuses pages of other sites, like every call that changes something', async () => {
    const [ben] = await world.people({});
    for (const site of ['cross-site', 'same-site']) {
      const answer = await ben.http.send('GET', '/api/auto-like.php', undefined, {
        'sec-fetch-site': site,
      });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FOREIGN_ORIGIN' } } });
    }
    const silent = await ben.http.send('GET', '/api/auto-like.php', undefined, {
      'sec-fetch-site': '',
      origin: 'https://evil.example',
    });
    expect(silent.status).toBe(403);
  });
});

describe('the lists of likes', () => {
  it('are newest first, and hide invisible members until they are back [S7-073]', async () => {
    const [ben, anna, cleo] = await world.people(
      { name: 'Ben' },
      { name: 'Anna', premium: true },
      { name: 'Cleo' },
    );
    const newLikes = () => world.gateways[0].core.likes.newLikes(ben.id);
    await ben.http.call(likeProfile, { profile: anna.id });
    await anna.http.call(likeProfile, { profile: ben.id });
    world.clock.advance(10);
    await cleo.http.call(likeProfile, { profile: ben.id });
    const ids = async () => {
      const likes = await ben.http.call(getLikes, {});
      return [likes.liked_by, likes.given, likes.matches].map((list) => list.map(({ id }) => id));
    };
    const both = [[cleo.id, anna.id], [anna.id], [anna.id]];
    expect(await ids()).toEqual(both);
    expect(await newLikes()).toBe(2);
    await anna.http.call(setInvisible, { invisible: true });
    world.clock.advance(5_000);
    expect(await ids()).toEqual([[cleo.id], [], []]);
    expect(await newLikes()).toBe(1);
    await anna.http.call(setInvisible, { invisible: false });
    world.clock.advance(5_000);
    expect(await ids()).toEqual(both);
  });

  it('and the badge show the latest like also after thousands of likes', async () => {
    const [ben, anna] = await world.people({}, {});
    const at = world.clock.now() - 86_400_000;
    const rows = Array.from({ length: 2_000 }, (_, n) => n.toString(16).padStart(24, '0')).flatMap((id) => [
      { _id: `${ben.id}:${id}`, to: ben.id, from: id, at, isNew: true },
      { _id: `${id}:${ben.id}`, to: id, from: ben.id, at, isNew: true },
    ]);
    await world.inside.mongo.connection.collection<{ _id: string }>('likes').insertMany(rows);
    await ben.http.call(likeProfile, { profile: anna.id });
    await anna.http.call(likeProfile, { profile: ben.id });
    const { liked_by, given, matches, more } = await ben.http.call(getLikes, {});
    for (const list of [liked_by, given, matches]) expect(list.map(({ id }) => id)).toEqual([anna.id]);
    // A like that is not listed may still exist. Only then the answer says so.
    expect(more).toBe(true);
    expect(await anna.http.call(getLikes, {})).not.toHaveProperty('more');
    expect(await world.gateways[0].core.likes.newLikes(ben.id)).toBe(1);
    expect(await ben.http.call(autoLike, {})).toMatchObject({ id: anna.id });
  });

  it('name all 600 mutual likes, with cards for the newest 500, and update the oldest', async () => {
    const [ben, ...many] = await world.people({}, ...Array.from({ length: 600 }, () => ({})));
    const oldest = (many[0] as (typeof many)[number]).id;
    const at = world.clock.now() - 86_400_000;
    const rows = many.flatMap(({ id }, n) => [
      { _id: `${ben.id}:${id}`, to: ben.id, from: id, at: at + n, isNew: true },
      { _id: `${id}:${ben.id}`, to: id, from: ben.id, at: at + n, isNew: true },
    ]);
    await world.inside.mongo.connection.collection<{ _id: string }>('likes').insertMany(rows);
    const newestFirst = many.map(({ id }) => id).toReversed();
    const shown = async () => {
      const { profiles, liked_by, given, matches, more } = await ben.http.call(getLikes, {});
      expect(more).toBe(true);
      return [profiles, liked_by, given, matches].map((list) => list.map(({ id }) => id));
    };
    const newest = newestFirst.slice(0, 500);
    expect(await shown()).toEqual([newest, newest, newestFirst, newestFirst]);
    const device = await ben.device();
    await ben.http.call(unlikeProfile, { profile: oldest });
    expect(await device.wait(likeChanged, () => true)).toMatchObject({ profile: oldest, given: false });
    const others = newestFirst.slice(0, -1);
    expect(await shown()).toEqual([newest, newest, others, others]);
    await ben.http.call(likeProfile, { profile: oldest });
    const again = [oldest, ...others];
    expect(await shown()).toEqual([[...newest, oldest], newest, again, again]);
    device.close();
  });

  it('show an older match with its card, also in the event, after a thousand likes', async () => {
    const [ben, anna, cleo] = await world.people({}, {}, {});
    for (const { id } of [anna, cleo]) await ben.http.call(likeProfile, { profile: id });
    await anna.http.call(likeProfile, { profile: ben.id });
    world.clock.advance(10);
    const at = world.clock.now();
    const rows = Array.from({ length: 1_100 }, (_, n) => n.toString(16).padStart(24, '0')).flatMap((id) => [
      { _id: `${ben.id}:${id}`, to: ben.id, from: id, at, isNew: true },
      { _id: `${id}:${ben.id}`, to: id, from: ben.id, at, isNew: true },
    ]);
    await world.inside.mongo.connection.collection<{ _id: string }>('likes').insertMany(rows);
    const likes = await ben.http.call(getLikes, {});
    expect(likes).toMatchObject({ liked_by: [], matches: [{ id: anna.id }] });
    expect(likes.profiles.map(({ id }) => id)).toContain(anna.id);
    world.clock.advance(10);
    await cleo.http.call(likeProfile, { profile: ben.id });
    const news = await world.inside.core.likes.likersInTheNews(ben.id);
    expect(news).toMatchObject([{ profile: { id: cleo.id }, news: 'match' }]);
  });

  it('are complete in an archive, for any number of likes', async () => {
    const [ben, ...many] = await world.people({}, ...Array.from({ length: 1_001 }, () => ({})));
    const at = world.clock.now();
    const rows = many.flatMap(({ id }) => [
      { _id: `${ben.id}:${id}`, to: ben.id, from: id, at, isNew: true },
      { _id: `${id}:${ben.id}`, to: id, from: ben.id, at, isNew: true },
    ]);
    await world.inside.mongo.connection.collection<{ _id: string }>('likes').insertMany(rows);
    for await (const part of world.inside.core.likes.personalData.gather(ben.id)) {
      const { data } = part as unknown as { data: Record<string, unknown[]> };
      expect(Object.values(data).map((list) => list.length)).toEqual([1_001, 1_001, 1_001]);
    }
  });

  it('change by repeatable POST and DELETE with a profile and nothing else [S7-057]', async () => {
    const [{ http: client }, anna] = await world.people({}, {});
    const send = (method: string, body: unknown) =>
      client.send(method, '/api/like.php', JSON.stringify(body));
    const profile = anna.id;
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

  it('update new flags and badge live, also for a withdrawn like [S3-079 S2-143]', async () => {
    const [ben, anna] = await world.people({}, {});
    const devices = await Promise.all(
      [0, 1].map((gateway) => connectDevice(world.browser(gateway, ben.session))),
    );
    await anna.http.call(likeProfile, { profile: ben.id });
    await anna.http.call(unlikeProfile, { profile: ben.id });
    for (const device of devices) {
      const gone = await device.wait(likeChanged, (change) => !change.received);
      expect(gone).toMatchObject({ profile: anna.id, isNew: false });
      device.close();
    }
    expect(await world.gateways[1]?.core.likes.newLikes(ben.id)).toBe(0);
  });

  it('keep a match only while both likes exist', async () => {
    const [ben, anna] = await world.people({}, {});
    await anna.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(likeProfile, { profile: anna.id });
    const check = () =>
      checkInvariants(world.inside.mongo, {
        now: world.clock.now(),
        quietMs: 0,
        windowMs: 86_400_000,
        whole: true,
        freeConversations: async () => 2,
        swipeLikes: async () => 4,
      });
    expect(await check()).toEqual([]);
    const likes = world.inside.mongo.connection.collection<{ _id: string }>('likes');
    await likes.deleteOne({ _id: `${anna.id}:${ben.id}` });
    expect((await check()).map(({ invariant }) => invariant)).toEqual(['L2']);
    const rows = ['a', 'b', 'c', 'd', 'e'].map((n) => ({
      _id: `v:${n}`,
      visitor: 'v',
      network: n,
      site: 'default',
      day: '2026-01-01',
      at: world.clock.now() - 1_000,
    }));
    await world.inside.mongo.connection.collection<{ _id: string }>('swipes').insertMany(rows);
    expect((await check()).map(({ invariant }) => invariant).sort()).toEqual(['L1', 'L2']);
  });
});
