import {
  getChats,
  getLikes,
  likeChanged,
  likeProfile,
  profileHidden,
  profileShown,
  setInvisible,
} from '@heartline/contracts';
import { addConversation, startWorld, until, type WorldHere } from '@heartline/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let world: WorldHere;
/** Changes within 10 s are published together, 8 s later. The rest is for a busy machine. */
const LONGEST_MS = 40_000;

beforeAll(async () => {
  world = await startWorld({ here: true, gateways: 2, workers: 1 });
});
afterAll(() => world.stop());

/** Anna, who likes Ben back and who also likes Cleo. Ben and Cleo have a device at their own gateways. */
async function liking() {
  const [anna, ben, cleo] = await world.people({ name: 'Anna', premium: true }, {}, {});
  await ben.http.call(likeProfile, { profile: anna.id });
  for (const { id } of [ben, cleo]) await anna.http.call(likeProfile, { profile: id });
  const devices = await Promise.all([ben.device(), cleo.device()]);
  const say = { profile: anna.id, isNew: true };
  return {
    anna,
    /** Waits until both devices get Anna's event: the like is gone, or restored. */
    receiver: async (isSeen: boolean) => {
      const [atBen, atCleo] = await Promise.all(
        devices.map((device) =>
          device.wait(
            likeChanged,
            ({ received, isNew }) => received === isSeen && isNew === isSeen,
            LONGEST_MS,
          ),
        ),
      );
      expect(atBen).toMatchObject(isSeen ? { ...say, given: true } : { given: false, profile: anna.id });
      expect(atCleo).toMatchObject({ given: false, profile: anna.id });
      for (const device of devices) device.received.length = 0;
    },
    shown: async () => {
      const lists = await Promise.all([ben, cleo].map(({ http }) => http.call(getLikes, {})));
      return lists.map((likes) => [likes.liked_by, likes.given, likes.matches].map(({ length }) => length));
    },
    close: () => devices.map((device) => device.close()),
  };
}

const BEFORE = [
  [1, 1, 1],
  [1, 0, 0],
];
const GONE = [
  [0, 0, 0],
  [0, 0, 0],
];

it('removes an invisible member from the pages of likes, and restores them as listed', async () => {
  const { anna, receiver, shown, close } = await liking();
  await anna.http.call(setInvisible, { invisible: true });
  await receiver(false);
  expect(await shown()).toEqual(GONE);
  await anna.http.call(setInvisible, { invisible: false });
  await receiver(true);
  // The lists that a page fetches after the event, from any gateway.
  expect(await shown()).toEqual(BEFORE);
  close();
});

it('removes a suspended member likewise, and restores a readmitted one', async () => {
  const { anna, receiver, shown, close } = await liking();
  const { accounts } = world.inside.core;
  await accounts.suspend(anna.id);
  await receiver(false);
  expect(await shown()).toEqual(GONE);
  await accounts.restore(anna.id);
  await receiver(true);
  expect(await shown()).toEqual(BEFORE);
  close();
});

it('notifies each of many members once', async () => {
  const [anna, ...many] = await world.people({}, ...Array.from({ length: 120 }, () => ({})));
  const at = world.clock.now();
  const rows = many.flatMap(({ id }, n) => [
    ...(n % 3 === 0 ? [] : [{ _id: `${anna.id}:${id}`, to: anna.id, from: id, at, isNew: true }]),
    ...(n % 3 === 1 ? [] : [{ _id: `${id}:${anna.id}`, to: id, from: anna.id, at, isNew: true }]),
  ]);
  await world.inside.mongo.connection.collection<{ _id: string }>('likes').insertMany(rows);
  const { likes } = world.inside.core;
  const versions = () => Promise.all(many.map(async ({ id }) => (await likes.getLikes(id)).version));
  const before = await versions();
  await world.inside.core.accounts.suspend(anna.id);
  const after = await until(
    versions,
    (now) => now.every(({ n }, one) => n > (before[one]?.n ?? n)),
    LONGEST_MS,
  );
  expect(after.map(({ n }, one) => n - (before[one]?.n ?? n))).toEqual(many.map(() => 1));
});

it('removes a suspended member from chats, but sends no events of invisible mode', async () => {
  const [anna, ben] = await world.people({ name: 'Anna', premium: true }, {});
  const { mongo, core } = world.inside;
  const messages = [{ text: 'Hello', at: world.clock.now() }];
  await addConversation(mongo, core, { sides: [anna.id, ben.id], messages });
  await ben.http.call(likeProfile, { profile: anna.id });
  const atBen = await ben.device();
  const eventCounts = () => [atBen.all(profileHidden), atBen.all(profileShown)].map(({ length }) => length);
  const listed = async () => (await ben.http.call(getChats, {})).chats.map(({ profile }) => profile.name);
  atBen.received.length = 0;
  await anna.http.call(setInvisible, { invisible: true });
  await atBen.wait(likeChanged, ({ given }) => given, LONGEST_MS);
  expect(await listed()).toEqual(['Anna']);
  await core.accounts.suspend(anna.id);
  expect(await atBen.wait(profileHidden, () => true, LONGEST_MS)).toMatchObject({ profile: anna.id });
  expect(await listed()).toEqual([]);
  await core.accounts.restore(anna.id);
  expect(await atBen.wait(profileShown, () => true, LONGEST_MS)).toMatchObject({ profile: anna.id });
  expect(await listed()).toEqual(['Anna']);
  expect(eventCounts()).toEqual([1, 1]);
  atBen.close();
});

it('notifies each of many conversation partners once', async () => {
  const [anna, ...many] = await world.people({}, ...Array.from({ length: 120 }, () => ({})));
  const { mongo, core } = world.inside;
  const messages = [{ text: 'Hello', at: world.clock.now() }];
  for (const { id } of many) await addConversation(mongo, core, { sides: [anna.id, id], messages });
  const versions = () => Promise.all(many.map(async ({ id }) => (await core.likes.getLikes(id)).version.n));
  const before = await versions();
  await core.accounts.suspend(anna.id);
  const after = await until(versions, (now) => now.every((n, one) => n > (before[one] ?? n)), LONGEST_MS);
  expect(after.map((n, one) => n - (before[one] ?? n))).toEqual(many.map(() => 1));
});
