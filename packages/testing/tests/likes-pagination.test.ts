import {
  blockProfile,
  getLike,
  getLikes,
  getOlderLikes,
  type LikeList,
  likeProfile,
  setInvisible,
} from '@heartline/contracts';
import { outcomeOf, type Person, startWorld, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: WorldHere;

beforeAll(async () => {
  world = await startWorld({ here: true });
});
afterAll(() => world.stop());

/** A like as stored, with any time. */
const row = (to: string, from: string, at: number, isNew = true) => ({
  _id: `${to}:${from}`,
  to,
  from,
  at,
  isNew,
});
const store = (rows: ReturnType<typeof row>[]) =>
  world.inside.mongo.connection.collection<{ _id: string }>('likes').insertMany(rows);

/** All pages of a list after `before`. */
async function visit(of: Person, list: LikeList, before?: string): Promise<string[]> {
  const { likes, next } = await of.http.call(getOlderLikes, { list, ...(before && { before }) });
  const ids = likes.map(({ profile }) => profile.id);
  return next ? [...ids, ...(await visit(of, list, next))] : ids;
}

describe('older likes', () => {
  it('follow the cards page by page in every list, without loss or duplicates', async () => {
    const [ben, ...many] = await world.people({}, ...Array.from({ length: 640 }, () => ({})));
    const past = world.clock.now() - 86_400_000;
    // Nine of the same time each, whose likes back have different times.
    const people = many.map(({ id }, n) => {
      const at = past - 100 * Math.floor(n / 9);
      return { id, at, given: at - 1 - ((n * 5) % 9), isNew: n % 3 === 0 };
    });
    await store(
      people.flatMap(({ id, at, given, isNew }) => [row(ben.id, id, at, isNew), row(id, ben.id, given)]),
    );
    const inOrder = (by: 'at' | 'given', some = people) =>
      some.toSorted((a, b) => b[by] - a[by] || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
    const [received, given] = [inOrder('at'), inOrder('given')];
    const fresh = inOrder(
      'at',
      people.filter(({ isNew }) => isNew),
    );
    const first = await ben.http.call(getLikes, {});
    expect(first.more).toBe(true);
    for (const list of ['received', 'given', 'matches'] as const) {
      const all = list === 'given' ? given : received;
      expect(await visit(ben, list)).toEqual(all);
      const named = list === 'received' ? first.liked_by : first[list];
      const shown = named.slice(0, 500);
      const last = shown.at(-1);
      const older = await visit(ben, list, `${last?.at}:${last?.id}`);
      expect([...shown.map(({ id }) => id), ...older]).toEqual(all);
    }
    expect(await visit(ben, 'new')).toEqual(fresh);
  });

  it('are not served for an unknown id, nor for an invalid list position', async () => {
    const [ben] = await world.people({});
    expect(await ben.http.call(getOlderLikes, { list: 'given' })).toEqual({ likes: [] });
    for (const query of [
      '',
      '?list=all',
      '?list=given&before=1',
      '?list=given&before=1:x',
      '?list[$ne]=given',
    ]) {
      expect((await ben.http.send('GET', `/api/older-likes.php${query}`)).status).toBe(400);
    }
  });

  it('leave out deleted members, and an empty page names the next position', async () => {
    const [ben, anna] = await world.people({}, {});
    const past = world.clock.now() - 86_400_000;
    const ghosts = Array.from({ length: 70 }, (_, n) => row(ben.id, n.toString(16).padStart(24, '0'), past));
    await store([...ghosts, row(ben.id, anna.id, past - 1)]);
    const { likes, next } = await ben.http.call(getOlderLikes, { list: 'received' });
    expect(likes).toEqual([]);
    expect(next).toBeDefined();
    expect(await visit(ben, 'received')).toEqual([anna.id]);
  });
});

describe('one like', () => {
  it('is found with its time after any number of later likes', async () => {
    const [ben, anna] = await world.people({}, { name: 'Anna' });
    const past = world.clock.now() - 86_400_000;
    const since = Array.from({ length: 510 }, (_, n) => row(ben.id, n.toString(16).padStart(24, '0'), past));
    await store([...since, row(ben.id, anna.id, past - 5)]);
    expect((await ben.http.call(getLikes, {})).profiles).toEqual([]);
    const found = await ben.http.call(getLike, { profile: anna.id });
    expect(found).toMatchObject({ profile: { id: anna.id, name: 'Anna' }, received: past - 5 });
    // For a like of the caller only the card is returned. The lists have its time.
    expect(Object.keys(await anna.http.call(getLike, { profile: ben.id }))).toEqual(['profile']);
  });

  it('is not found if neither liked, nor for hidden or blocked members', async () => {
    const [ben, anna, cleo] = await world.people({}, { premium: true }, {});
    const ask = (of: Person, profile: string) => outcomeOf(of.http.call(getLike, { profile }));
    expect(await ask(ben, anna.id)).toBe('NOT_FOUND');
    expect(await ask(ben, ben.id)).toBe('NOT_FOUND');
    await anna.http.call(likeProfile, { profile: ben.id });
    await ben.http.call(likeProfile, { profile: cleo.id });
    expect([await ask(ben, anna.id), await ask(ben, cleo.id)]).toEqual(['OK', 'OK']);
    // Likes between two others stay private.
    expect(await ask(cleo, anna.id)).toBe('NOT_FOUND');
    await anna.http.call(setInvisible, { invisible: true });
    await cleo.http.call(blockProfile, { profile: ben.id });
    world.clock.advance(5_000);
    expect([await ask(ben, anna.id), await ask(ben, cleo.id)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await visit(ben, 'received')).toEqual([]);
    expect(await visit(ben, 'given')).toEqual([]);
  });
});
