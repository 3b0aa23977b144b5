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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  accountsOf,
  createAccountControl,
  createOrders,
  createProviderInTest,
  type ProviderInTest,
} from './provider-in-test.ts';

let engines: TestEngines;
let inside: CoreInTest;
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const first: ProviderInTest = createProviderInTest();
const second: ProviderInTest = createProviderInTest();
const { before, closing, receives, watched } = createAccountControl();

/** The accounts of the core; a test may rename them. */
const providers: Record<string, PaymentProvider> = {
  first: watched('first', first),
  second: watched('second', second),
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
  decision?: string | null;
}
const rowOf = (_id: string) =>
  inside.mongo.connection.collection<Row>('payments').findOne({ _id }) as Promise<Row>;

/** A member whose welcome discount is over, or a newcomer. */
async function guest(agoMs = 24 * HOUR): Promise<AddedMember> {
  const account = { createdAt: clock.now() - agoMs };
  return (await addMembers(inside.mongo, inside.core, [{ account }]))[0] as AddedMember;
}

const { start, order, stateOf } = createOrders(() => inside);

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
    aheadMs += 20 * HOUR;
    // The member looks at the page of the payment shortly before its horizon.
    await stateOf(who, payment);
    expect((await rowOf(payment)).dueAt).not.toBeNull();
    aheadMs += 8 * HOUR;
    await inside.core.payments.reconcilePayments();
    expect(await rowOf(payment)).toMatchObject({ state: 'cancelled', reason: 'expired', dueAt: null });
  });

  it('that was paid in part only is held for review at its end', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    const { look } = providers['first']!;
    providers['first']!.look = async (id) => ({ ...(await look(id))!, state: 'partial', receivedCents: 5 });
    closing.first = async () => ({ outcome: 'paid' });
    aheadMs += 20 * 60_000;
    await inside.core.payments.reconcilePayments();
    expect((await rowOf(payment)).state).toBe('pending');
    aheadMs += 24 * HOUR;
    await inside.core.payments.reconcilePayments();
    providers['first']!.look = look;
    expect(await rowOf(payment)).toMatchObject({ state: 'review', reason: 'amount' });
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
    const later = expect.toSatisfy((until: number) => until > clock.now());
    const open = { refusal: { code: 'CHECKOUT_OPEN', values: { until: later } } };
    expect(await start(who, { method: 'creditcard' })).toMatchObject(open);
    expect(await inside.core.payments.cancelPayment(who.id, payment)).toMatchObject(open);
    // A provider that names a past end has not closed it by now.
    closing.first = async () => ({ outcome: 'open', until: clock.now() - HOUR });
    expect(await start(who, { method: 'creditcard' })).toMatchObject(open);
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

  it('that no account ever had is no longer asked about after its horizon', async () => {
    const who = await guest();
    const key = randomUUID();
    for (const account of ['first', 'second'] as const)
      before[account] = () => Promise.reject(new ProviderUnavailable('away'));
    await start(who, { method: 'creditcard' }, key);
    before.first = before.second = async () => {};
    const due = async () =>
      (await inside.mongo.connection.collection<Row>('payments').findOne({ key }))?.dueAt;
    aheadMs += HOUR;
    await inside.core.payments.reconcilePayments();
    expect(await due()).toBeGreaterThan(clock.now());
    aheadMs += 4 * 24 * HOUR;
    await inside.core.payments.reconcilePayments();
    expect(await due()).toBeNull();
  });

  it('is asked about however many wait for an account that is away', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    first.pay(payment);
    const row = await rowOf(payment);
    const crowd = Array.from({ length: 1_001 }, (_one, n) => ({
      ...row,
      _id: `away-${n}`,
      account: 'away',
      providerId: `away-${n}`,
      dueAt: 1,
    }));
    await inside.mongo.connection.collection<Row>('payments').insertMany(crowd);
    aheadMs += MINUTE;
    await inside.core.payments.reconcilePayments();
    await inside.mongo.connection.collection<Row>('payments').deleteMany({ account: 'away' });
    expect((await rowOf(payment)).state).toBe('completed');
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
  async function held(): Promise<{ who: AddedMember; payment: string }> {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    first.pay(payment);
    receives.first = 1_998;
    aheadMs += 2_000;
    expect(await stateOf(who, payment)).toMatchObject({ state: 'review' });
    return { who, payment };
  }
  afterEach(() => {
    receives.first = undefined;
    first.refundsBecome(() => 'done');
  });

  it('is not granted while another operator gives it back', async () => {
    const { who, payment } = await held();
    const accepted: unknown[] = [];
    const { refund } = providers['first']!;
    providers['first']!.refund = async (wish) => {
      accepted.push(await inside.core.payments.acceptPayment(payment, 1_998));
      return refund(wish);
    };
    const returned = await inside.core.payments.returnPayment(payment);
    providers['first']!.refund = refund;
    expect(accepted).toMatchObject([{ problem: expect.stringContaining('being given back') }]);
    expect(returned).toMatchObject({ done: { state: 'failed', reason: 'returned' } });
    expect(first.paidBack(payment)).toBe(1_998);
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 0 });
  });

  it('stays held until its money is back, and waits for an operator if that fails', async () => {
    const { payment } = await held();
    const { payments } = inside.core;
    const decisionOf = async () => (await rowOf(payment)).decision ?? null;
    first.refundsBecome(() => 'pending');
    expect(await payments.returnPayment(payment)).toMatchObject({ done: { state: 'review' } });
    expect(await payments.acceptPayment(payment, 1_998)).toHaveProperty('problem');
    first.endRefunds(() => 'failed');
    aheadMs += 11 * MINUTE;
    await payments.reconcilePayments();
    expect(await decisionOf()).toBeNull();
    expect(await payments.returnPayment(payment)).toMatchObject({ done: { state: 'review' } });
    first.endRefunds(() => 'done');
    aheadMs += 11 * MINUTE;
    await payments.reconcilePayments();
    expect(await rowOf(payment)).toMatchObject({ state: 'failed', reason: 'returned' });
    expect(first.paidBack(payment)).toBe(1_998);
  });

  it('goes back whole after a part of it went back by hand', async () => {
    const { payment } = await held();
    const [id] = await first.find(payment, 0);
    await first.refund({ key: 'dashboard', id: id!, cents: 2, currency: 'EUR' });
    expect(await inside.core.payments.returnPayment(payment)).toMatchObject({ done: { state: 'failed' } });
    expect(first.paidBack(payment)).toBe(1_998);
  });

  it('that the provider does not give back is accepted, or ended by hand', async () => {
    first.refundsBecome(() => 'refused');
    const [one, other] = [await held(), await held()];
    for (const { payment } of [one, other])
      expect(await inside.core.payments.returnPayment(payment)).toMatchObject({
        problem: expect.stringContaining('--by-hand'),
      });
    expect(await inside.core.payments.acceptPayment(one.payment, 1_998)).toMatchObject({
      done: { state: 'completed' },
    });
    for (let n = 0; n < 2; n += 1)
      expect(await inside.core.payments.returnPayment(other.payment, { byHand: true })).toMatchObject({
        done: { state: 'failed', reason: 'returned' },
      });
    expect(await inside.core.credits.balanceOf(other.who.id)).toMatchObject({ credits: 0 });
  });

  it('is not granted once its money went back', async () => {
    const { who, payment } = await held();
    const [id] = await first.find(payment, 0);
    // A crash came after the refund.
    await first.refund({ key: `return-${payment}`, id: id!, cents: 1_998, currency: 'EUR' });
    expect(await inside.core.payments.acceptPayment(payment, 1_998)).toMatchObject({
      problem: expect.stringContaining('went back'),
    });
    expect(await inside.core.payments.returnPayment(payment)).toMatchObject({ done: { state: 'failed' } });
    expect(first.paidBack(payment)).toBe(1_998);
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 0 });
  });
});
