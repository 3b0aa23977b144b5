import { randomUUID } from 'node:crypto';
import {
  type PaymentAccounts,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '@heartline/platform';
import {
  type AddedMember,
  addMembers,
  type CoreInTest,
  openTestEngines,
  startCore,
  type TestEngines,
} from '@heartline/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountsOf, createProviderInTest, type ProviderInTest, payer } from './provider-in-test.ts';

let engines: TestEngines;
let inside: CoreInTest;
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const first: ProviderInTest = createProviderInTest();
const second: ProviderInTest = createProviderInTest();
/** What an account does before it answers; a test sets it. */
const before = { first: async () => {}, second: async () => {} };
/** An answer to a question to close, instead of the first account’s own. */
const closing: { first?: PaymentProvider['close'] } = {};
/** What came at the first account instead of the ordered amount. */
const receives: { first?: number | undefined } = {};

/** The accounts of the core; a test may rename them. */
const providers: Record<string, PaymentProvider> = {
  first: {
    ...first,
    async open(order) {
      await before.first();
      return first.open(order);
    },
    close: (id) => (closing.first ?? first.close)(id),
    async look(id) {
      await before.first();
      const look = await first.look(id);
      return look && { ...look, receivedCents: receives.first ?? look.receivedCents };
    },
  },
  second: {
    ...second,
    async open(order) {
      await before.second();
      return second.open(order);
    },
  },
};
const accounts: PaymentAccounts = {
  get names() {
    return accountsOf(providers).names;
  },
  of: (account) => accountsOf(providers).of(account),
  serving: (method) => accountsOf(providers).serving(method),
};

beforeAll(async () => {
  engines = await openTestEngines();
  const urls = { mongoUrl: engines.mongo.url, redisUrl: engines.redis.url, names: engines.names };
  inside = await startCore({ ...urls, clock, payments: accounts });
});
afterAll(async () => {
  await inside?.stop();
  await engines?.stop();
});
beforeEach(() => {
  before.first = before.second = async () => {};
  delete closing.first;
});

interface Row {
  _id: string;
  account: string;
  attempt: number;
  state: string;
  reason: string | null;
  dueAt: number | null;
}
const rowOf = (_id: string) =>
  inside.mongo.connection.collection<Row>('payments').findOne({ _id }) as Promise<Row>;

/** A member whose welcome discount is over, or a newcomer. */
async function guest(agoMs = 24 * HOUR): Promise<AddedMember> {
  const account = { createdAt: clock.now() - agoMs };
  return (await addMembers(inside.mongo, inside.core, [{ account }]))[0] as AddedMember;
}

type Wish = Omit<Parameters<CoreInTest['core']['payments']['startPayment']>[1], 'key' | 'package'>;
const start = ({ id }: AddedMember, wish: Wish, key: string = randomUUID()) =>
  inside.core.payments.startPayment(payer(id), { key, package: 'p1', ...wish });

async function order(who: AddedMember, wish: Wish, key?: string): Promise<string> {
  const started = await start(who, wish, key);
  if (!started.ok) throw new Error(started.refusal.code);
  return started.value.payment;
}

const stateOf = async (who: AddedMember, id: string) => {
  const shown = await inside.core.payments.getPayment(who.id, id);
  return shown.ok ? shown.value.payment : undefined;
};

describe('an unpaid checkout', () => {
  it('is asked about again until its account answers, however long that takes', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    first.pay(payment);
    before.first = () => Promise.reject(new ProviderUnavailable('away'));
    for (let day = 0; day < 8; day += 1) {
      aheadMs += 24 * HOUR;
      await inside.core.payments.reconcilePayments();
    }
    before.first = async () => {};
    aheadMs += 2 * 24 * HOUR;
    await inside.core.payments.reconcilePayments();
    expect((await rowOf(payment)).state).toBe('completed');
  });

  it('that can’t be closed is asked about ever less often, and ends with its horizon', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    closing.first = async () => ({ outcome: 'open', until: 0 });
    aheadMs += 2 * 24 * HOUR;
    await inside.core.payments.reconcilePayments();
    expect((await rowOf(payment)).dueAt).toBeGreaterThan(clock.now() + HOUR);
    expect((await rowOf(payment)).state).toBe('pending');
    aheadMs += 24 * HOUR;
    await inside.core.payments.reconcilePayments();
    expect(await rowOf(payment)).toMatchObject({ state: 'cancelled', reason: 'expired', dueAt: null });
  });

  it('whose end lies far ahead is asked about before it', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    closing.first = async () => ({ outcome: 'open', until: clock.now() + 30 * 24 * HOUR });
    aheadMs += HOUR;
    await inside.core.payments.reconcilePayments();
    first.pay(payment);
    aheadMs += HOUR;
    await inside.core.payments.reconcilePayments();
    expect((await rowOf(payment)).state).toBe('completed');
  });

  it('stays open where the provider refuses to close it', async () => {
    const who = await guest(0);
    const payment = await order(who, { method: 'creditcard' });
    closing.first = () => Promise.reject(new ProviderRefused('other', 'unknown payment'));
    const open = { refusal: { code: 'CHECKOUT_OPEN' } };
    expect(await start(who, { method: 'creditcard' })).toMatchObject(open);
    expect(await inside.core.payments.cancelPayment(who.id, payment)).toMatchObject(open);
    aheadMs += HOUR;
    await inside.core.payments.reconcilePayments();
    expect((await rowOf(payment)).dueAt).toBeGreaterThan(clock.now());
  });

  it('stays ended when the search for its checkout answers late', async () => {
    const who = await guest();
    const key = randomUUID();
    for (const account of ['first', 'second'] as const)
      before[account] = () => Promise.reject(new ProviderUnavailable('away'));
    await start(who, { method: 'creditcard' }, key);
    const lost = await inside.mongo.connection.collection<Row>('payments').findOne({ key });
    before.first = before.second = async () => {};
    const searched = Promise.withResolvers<string[]>();
    const { find } = providers['second']!;
    const isSearching = Promise.withResolvers<void>();
    providers['second']!.find = () => {
      isSearching.resolve();
      return searched.promise;
    };
    aheadMs += MINUTE;
    const pass = inside.core.payments.reconcilePayments();
    await isSearching.promise;
    await inside.core.payments.cancelPayment(who.id, lost!._id);
    searched.resolve(['late']);
    await pass;
    providers['second']!.find = find;
    expect(await rowOf(lost!._id)).toMatchObject({ state: 'cancelled', reason: 'member' });
  });

  it('keeps its account while another request with its key fails', async () => {
    const who = await guest();
    const key = randomUUID();
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waits = [one.promise, other.promise];
    before.first = () => waits.shift()!;
    before.second = () => Promise.reject(new ProviderUnavailable('away'));
    const starts = [start(who, { method: 'creditcard' }, key), start(who, { method: 'creditcard' }, key)];
    await expect.poll(() => waits.length).toBe(0);
    one.resolve();
    const payment = await Promise.race(starts);
    other.reject(new ProviderUnavailable('slow'));
    await Promise.all(starts);
    if (!payment.ok) throw new Error(payment.refusal.code);
    expect(await rowOf(payment.value.payment)).toMatchObject({ account: 'first', attempt: 1 });
  });
});

describe('an account under a new name', () => {
  it('gives no granted payment back', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    first.pay(payment);
    aheadMs += 2_000;
    expect(await stateOf(who, payment)).toMatchObject({ state: 'completed' });
    const { first: same, second: other } = providers;
    delete providers['first'];
    providers['renamed'] = same!;
    aheadMs += 2 * HOUR;
    await inside.core.payments.reconcileDay();
    await inside.core.payments.reconcilePayments();
    delete providers['renamed'];
    delete providers['second'];
    Object.assign(providers, { first: same, second: other });
    expect(first.paidBack(payment)).toBe(0);
    expect((await inside.core.payments.findStrays(payment)).length).toBe(0);
  });
});

describe('a held payment', () => {
  it('is not granted once its money went back', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    first.pay(payment);
    receives.first = 1_998;
    aheadMs += 2_000;
    expect(await stateOf(who, payment)).toMatchObject({ state: 'review' });
    const [id] = await first.find(payment, 0);
    // A crash came after the refund.
    await first.refund({ key: `return-${payment}`, id: id!, cents: 1_998, currency: 'EUR' });
    expect(await inside.core.payments.acceptPayment(payment, 1_998)).toMatchObject({
      problem: expect.stringContaining('went back'),
    });
    expect(await inside.core.payments.returnPayment(payment)).toMatchObject({ done: { state: 'failed' } });
    receives.first = undefined;
    expect(first.paidBack(payment)).toBe(1_998);
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 0 });
  });
});
