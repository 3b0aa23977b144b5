import { checkInvariants } from '@heartline/core';
import { type CoreInTest, openTestEngines, startCore, type TestEngines } from '@heartline/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

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

beforeEach(async () => {
  for (const name of ['payments', 'codes', 'codeUses']) await rows(name).deleteMany({});
});

const paid = (_id: string, change: object = {}) =>
  rows('payments').insertOne({
    _id,
    site: 'default',
    member: 'mara',
    state: 'completed',
    grantedAt: 1,
    createdAt: Date.now() - 60_000,
    code: { code: 'TEN', percent: 10 },
    ...change,
  });
const use = (payment: string, id = 'default:TEN:mara') => rows('codeUses').insertOne({ _id: id, payment });
const code = (terms: object) => rows('codes').insertOne({ _id: 'default:TEN', ...terms });

/** The violations of C13 that both passes find: over a window and over everything. */
async function found(): Promise<string[][]> {
  const pass = async (whole: boolean) => {
    const options = { now: Date.now() + 1, quietMs: 0, windowMs: 3_600_000, whole };
    const violations = await checkInvariants(inside.mongo, { ...options, freeConversations: async () => 2 });
    return violations
      .filter(({ invariant }) => invariant === 'C13')
      .map(({ subject, detail }) => `${subject}: ${detail}`)
      .sort();
  };
  return [await pass(false), await pass(true)];
}
const both = (...details: string[]) => [details, details];

it('accepts a code that a payment used once, and one of a payment not granted yet', async () => {
  await paid('one');
  await use('one');
  await paid('two', { member: 'nele', grantedAt: null });
  expect(await found()).toEqual(both());
});

it('finds a code that a member used twice, and one that was not used', async () => {
  await paid('one');
  await use('one');
  await paid('two');
  await paid('three', { member: 'nele' });
  expect(await found()).toEqual(
    both('three: its code was not used', 'two: its code was used by the payment one'),
  );
});

it('finds a code that was used more often than its limit', async () => {
  await code({ validity: 'once-per-user', maxUses: 1 });
  for (const member of ['mara', 'nele']) {
    await paid(member, { member });
    await use(member, `default:TEN:${member}`);
  }
  expect(await found()).toEqual(both('default:TEN: used 2 times of 1'));
});

it('lets a member use a code again that says so', async () => {
  await code({ validity: 'many', maxUses: null });
  for (const payment of ['one', 'two']) {
    await paid(payment);
    await use(payment, `default:TEN:mara:${payment}`);
  }
  expect(await found()).toEqual(both());
});
