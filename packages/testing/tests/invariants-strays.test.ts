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
const ORDER = 'f'.repeat(24);
const GRANTED = { account: 'bridge', providerId: 'pay_granted' };
const SECOND = { account: 'bridge', providerId: 'pay_second' };

beforeEach(async () => {
  await rows('strays').deleteMany({});
  await rows('payments').deleteMany({});
});

/** A held order, so that no other invariant speaks of it. */
const order = () => rows('payments').insertOne({ _id: ORDER, state: 'review', ...GRANTED });
/** Money that goes back, found a minute ago. */
const stray = (about: typeof SECOND, change: object = {}) =>
  rows('strays').insertOne({
    _id: `${about.account}:${about.providerId}`,
    reference: ORDER,
    why: 'second',
    state: 'seen',
    at: Date.now() - 60_000,
    ...about,
    ...change,
  });

/** The violations that both passes find: over a window and over everything. */
async function found(): Promise<string[][]> {
  const pass = async (whole: boolean) => {
    const options = { now: Date.now() + 1, quietMs: 0, windowMs: 3_600_000, whole };
    const violations = await checkInvariants(inside.mongo, { ...options, freeConversations: async () => 2 });
    return violations.map(({ invariant, detail }) => `${invariant} ${detail}`);
  };
  return [await pass(false), await pass(true)];
}
const both = (...details: string[]) => [details, details].map((one) => one.map((detail) => `C14 ${detail}`));

it('takes a second payment that goes back for right', async () => {
  await order();
  await stray(SECOND);
  expect(await found()).toEqual(both());
});

it('finds a second payment of an order that nobody paid', async () => {
  await stray(SECOND);
  expect(await found()).toEqual(both('the order it is a second payment of was not paid'));
});

it('finds a granted payment that goes back itself, unless an operator kept it', async () => {
  await order();
  await stray(GRANTED);
  expect(await found()).toEqual(both('the payment that was granted goes back'));
  await rows('strays').updateOne({}, { $set: { state: 'kept' } });
  expect(await found()).toEqual(both());
});

it('leaves money of an unknown order to a person', async () => {
  await stray(SECOND, { why: 'unknown' });
  expect(await found()).toEqual(both());
});

it('finds the rest of an order, and matched money, whose order was not granted by it', async () => {
  const detail = 'the order of its money was not granted';
  await order();
  await stray(GRANTED, { why: 'over' });
  expect(await found()).toEqual(both(detail));
  await rows('strays').deleteMany({});
  await stray(SECOND, { why: 'unknown', reference: 'x', state: 'matched', payment: ORDER });
  expect(await found()).toEqual(both(detail));
});
