import { INDEXES, migrate } from '@heartline/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTwoCores, type TwoCores } from '../src/index.ts';

let world: TwoCores;
beforeAll(async () => {
  world = await startTwoCores();
});
afterAll(() => world?.stop());

it('drops obsolete indexes at the start of many processes, and keeps unknown ones', async () => {
  const { connection } = world.a.mongo;
  const keysOf = async (collection: string) =>
    (await connection.collection(collection).indexes()).map(({ key }) => JSON.stringify(key)).sort();
  const before = await keysOf('mails');
  await connection.collection('mails').createIndex({ sentAt: 1, createdAt: 1 });
  await connection.collection('mails').createIndex({ sentAt: 1, dueAt: 1 });
  await connection.collection('mails').createIndex({ ofANewerVersion: 1 });
  await connection.collection('bonuses').createIndex({ endsAt: 1 });
  await Promise.all([world.a, world.b].map(({ mongo }) => migrate(mongo)));
  expect(await keysOf('mails')).toEqual([...before, '{"ofANewerVersion":1}'].sort());
  const named = INDEXES.filter(({ collection }) => collection === 'bonuses').map(({ key }) =>
    JSON.stringify(key),
  );
  expect(await keysOf('bonuses')).toEqual(['{"_id":1}', ...named].sort());
});
