import { checkInvariants } from '@heartline/core';
import {
  addMembers,
  type CoreInTest,
  openTestEngines,
  startCore,
  type TestEngines,
} from '@heartline/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let engines: TestEngines;
let inside: CoreInTest;

beforeAll(async () => {
  engines = await openTestEngines();
  inside = await startCore({
    mongoUrl: engines.mongo.url,
    redisUrl: engines.redis.url,
    names: engines.names,
  });
});
afterAll(async () => {
  await inside?.stop();
  await engines?.stop();
});

const rows = (name: string) =>
  inside.mongo.connection.collection<{ _id: string } & Record<string, unknown>>(name);
const found = async (whole = false) => {
  const options = {
    now: Date.now() + 1,
    quietMs: 0,
    windowMs: 3_600_000,
    whole,
    freeConversations: async () => 2,
  };
  const violations = await checkInvariants(inside.mongo, options);
  return violations.map(({ invariant, detail }) => `${invariant} ${detail}`).sort();
};
const deletion = (_id: string, times: { eraseAt: number; erasedAt: number | null }) =>
  rows('deletions').insertOne({ _id, askedAt: 0, settledAt: 1, ...times });

it('finds an erased member in recent data, and in all data with a full check', async () => {
  const [mara, jonas] = await addMembers(inside.mongo, inside.core, [{}, {}]);
  expect(await found(true)).toEqual([]);
  await deletion(mara?.id ?? '', { eraseAt: Date.now() - 1, erasedAt: Date.now() - 1 });
  const left = ['accounts', 'emails', 'profiles', 'sessions'].map(
    (place) => `P4 erased, but still in ${place}`,
  );
  // The session of an existing active account causes no other violation.
  expect(await found()).toEqual(left);
  await deletion(jonas?.id ?? '', { eraseAt: 1, erasedAt: 2 });
  expect(await found()).toEqual(left);
  expect(await found(true)).toEqual([...left, ...left].sort());
  await rows('deletions').deleteMany({});
});

it('finds all remaining data of an erased member, in any place and under any name', async () => {
  const gone = 'e'.repeat(24);
  const other = 'd'.repeat(24);
  await deletion(gone, { eraseAt: Date.now() - 1, erasedAt: Date.now() - 1 });
  // Long ago, so that no other violation is found for them.
  const at = 1;
  const left: [place: string, row: { _id: string; [field: string]: unknown }][] = [
    ['accounts', { _id: gone }],
    ['blocks', { _id: `${gone}:${other}`, blocker: gone, blocked: other, at }],
    ['blocks', { _id: `${other}:${gone}`, blocker: other, blocked: gone, at }],
    ['bonuses', { _id: gone }],
    ['codes', { _id: 'default:BACK-1', member: gone }],
    ['emails', { _id: 'mara@mail.example', member: gone }],
    ['evidence', { _id: 'a:0000000001', sender: gone }],
    ['likes', { _id: `${gone}:${other}`, to: gone, from: other, at }],
    ['likes', { _id: `${other}:${gone}`, to: other, from: gone, at }],
    ['notifications', { _id: `${gone}:like-${other}:push` }],
    ['owedMails', { _id: `${gone}:likes` }],
    ['passes', { _id: `${gone}:${other}` }],
    ['swipes', { _id: `v:${other}`, member: gone }],
  ];
  for (const [place, row] of left) await rows(place).insertOne(row);
  expect(await found()).toEqual(left.map(([place]) => `P4 erased, but still in ${place}`));
  for (const [place, { _id }] of left) await rows(place).deleteOne({ _id });
  await rows('deletions').deleteMany({});
});

it('finds a member whose erasure is overdue by more than a day', async () => {
  await deletion('f'.repeat(24), { eraseAt: Date.now() - 3_600_000, erasedAt: null });
  expect(await found()).toEqual([]);
  await rows('deletions').updateOne({ _id: 'f'.repeat(24) }, { $set: { eraseAt: Date.now() - 90_000_000 } });
  expect(await found()).toEqual(['P4 should have been erased over a day ago']);
  await rows('deletions').deleteMany({});
});

it('finds a secret that is stored longer than its mail', async () => {
  const mail = { member: 'm', template: 'activation', createdAt: Date.now() - 2_000 };
  await rows('mails').insertOne({ _id: 'waiting', ...mail, secret: 'x', sentAt: null });
  expect(await found()).toEqual([]);
  await rows('mails').insertOne({ _id: 'sent', ...mail, secret: 'x', sentAt: Date.now() - 1_000 });
  expect(await found()).toEqual(['A2 mail sent, but the secret of its link is still stored']);
});
