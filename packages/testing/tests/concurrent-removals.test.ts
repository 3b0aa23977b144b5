import { randomBytes } from 'node:crypto';
import { hashSecret, takeOut } from '@heartline/platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CoreInTest, startTwoCores, type TwoCores } from '../src/index.ts';

/** Removal of a document during another write to it: the database may answer then that it found nothing. */
let world: TwoCores;
let a: CoreInTest;

beforeAll(async () => {
  world = await startTwoCores();
  ({ a } = world);
});
afterAll(() => world?.stop());

/** Enough repeats: a third of such removals failed. */
const TIMES = 40;

it('ends a session that is marked as seen during its log-out (hostile 7) [A1]', async () => {
  const [mara] = await world.people({});
  const sessions = a.mongo.connection.collection<{ _id: string }>('sessions');
  for (let n = 0; n < TIMES; n += 1) {
    const secret = randomBytes(32).toString('base64url');
    const _id = hashSecret(secret);
    const row = { member: mara.id, site: 'default', publicId: `${n}`, seenAt: 0, expiresAt: 1e15, era: 0 };
    await sessions.insertOne({ _id, ...row });
    await Promise.all([sessions.updateOne({ _id }, { $set: { seenAt: n } }), a.core.accounts.logOut(secret)]);
    expect(await sessions.findOne({ _id })).toBeNull();
  }
});

it('gives a document to one of two that take it out, also during another write', async () => {
  const documents = a.mongo.connection.collection<{ _id: string; n: number }>('taken-out');
  for (let n = 0; n < TIMES; n += 1) {
    const which = { _id: `d${n}`, n };
    await documents.insertOne({ ...which });
    const [, ...taken] = await Promise.all([
      documents.updateOne(which, { $set: { seen: n } }),
      takeOut(documents, which),
      takeOut(documents, which),
    ]);
    expect(taken.filter((one) => one !== undefined)).toEqual([expect.objectContaining(which)]);
    expect(await documents.findOne(which)).toBeNull();
  }
});
