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
const SERIES = 'sample:2026';
const at = () => Date.now() - 60_000;
const paymentOf = (n: number) => String(n).repeat(24);

beforeEach(async () => {
  for (const name of ['receipts', 'receiptPlaces', 'payments', 'refunds', 'ledger'])
    await rows(name).deleteMany({});
});

/** A granted payment of 999 cents with its place and receipt, and the ledger row of its credits. */
async function granted(n: number, change: object = {}) {
  const payment = paymentOf(n);
  const key = `payment:${payment}`;
  await rows('payments').insertOne({
    _id: payment,
    member: 'm',
    state: 'completed',
    priceCents: 999,
    currency: 'EUR',
    credits: 25,
    createdAt: at(),
    grantedAt: Date.now() - 30_000,
  });
  await rows('receiptPlaces').insertOne({ _id: key, series: SERIES, at: at() });
  const amounts = { grossCents: 999, netCents: 826, vatCents: 173 };
  const row = { kind: 'receipt', member: 'm', payment, ...amounts, at: at(), ...change };
  await rows('receipts').insertOne({
    _id: `${SERIES}:${String(n).padStart(10, '0')}`,
    owner: SERIES,
    n,
    key,
    ...row,
  });
}

/** The violations of receipts that both passes find: over a window and over everything. */
async function found(): Promise<string[][]> {
  const pass = async (whole: boolean) => {
    const options = { now: Date.now() + 1, quietMs: 0, windowMs: 3_600_000, whole };
    const violations = await checkInvariants(inside.mongo, { ...options, freeConversations: async () => 2 });
    return violations.flatMap(({ invariant, detail }) => (invariant === 'C12' ? [detail] : []));
  };
  return [await pass(false), await pass(true)];
}
const both = (...details: string[]) => [details, details];

it('takes payments with their receipts for right', async () => {
  await granted(1);
  await granted(2);
  expect(await found()).toEqual(both());
});

it('finds a gap in the numbers', async () => {
  await granted(1);
  await granted(3);
  expect(await found()).toEqual(both('number 3 without the one before it'));
});

it.each([
  [{ grossCents: 998, netCents: 825 }, 'says 998 cents, 999 were paid'],
  [{ vatCents: 172 }, 'net and VAT do not add up'],
  [{ member: 'other' }, 'no completed payment of this member'],
])('finds a receipt that says something else: %o', async (change, detail) => {
  await granted(1, change);
  expect(await found()).toEqual(both(detail));
});

it('finds a grant without a receipt since receipts began, none before', async () => {
  await granted(1);
  const grant = { member: 'm', state: 'completed', priceCents: 999, createdAt: at() };
  await rows('payments').insertOne({ _id: 'old', ...grant, grantedAt: Date.now() - 120_000 });
  expect(await found()).toEqual(both());
  await rows('payments').insertOne({ _id: 'new', ...grant, grantedAt: Date.now() - 20_000 });
  expect(await found()).toEqual(both('granted without a receipt'));
});

it('finds a paid refund without a credit note, if its purchase has a receipt', async () => {
  await granted(1);
  const refund = { state: 'completed', createdAt: Date.now() - 20_000 };
  await rows('refunds').insertOne({ _id: 'old:1', payment: 'old', ...refund });
  expect(await found()).toEqual(both());
  await rows('refunds').insertOne({ _id: `${paymentOf(1)}:1`, payment: paymentOf(1), ...refund });
  expect(await found()).toEqual(both('paid back without a credit note'));
});
