import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@heartline/contracts';
import { ProviderRefused, ProviderUnavailable } from '@heartline/platform';
import {
  type AddedMember,
  addMembers,
  type CoreInTest,
  openTestEngines,
  startCore,
  type TestEngines,
} from '@heartline/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  accountsOf,
  CAN_ALL,
  createAccountControl,
  createOrders,
  createProviderInTest,
  type ProviderInTest,
  payer,
  type Wish,
} from './provider-in-test.ts';

let engines: TestEngines;
let inside: CoreInTest;
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Two accounts: both serve cards, only the second serves iDEAL. */
const first: ProviderInTest = createProviderInTest();
const second: ProviderInTest = createProviderInTest();
const canAllButIdeal = Object.fromEntries(Object.entries(CAN_ALL).filter(([method]) => method !== 'ideal'));

const control = createAccountControl();
const { asked, before, closing, receives } = control;

beforeAll(async () => {
  engines = await openTestEngines();
  inside = await startCore({
    mongoUrl: engines.mongo.url,
    redisUrl: engines.redis.url,
    names: engines.names,
    clock,
    payments: accountsOf({
      first: control.watched('first', { ...first, can: canAllButIdeal }),
      second: control.watched('second', second),
    }),
  });
});
afterAll(async () => {
  await inside?.stop();
  await engines?.stop();
});
beforeEach(() => {
  asked.length = 0;
  before.first = before.second = async () => {};
  delete closing.first;
});

interface Row {
  _id: string;
  account: string;
  attempt: number;
  state: string;
  reason: string | null;
  origin: string;
  method: PaymentMethod;
}
const rowOf = (_id: string) =>
  inside.mongo.connection.collection<Row>('payments').findOne({ _id }) as Promise<Row>;

/** A member whose welcome discount is over, or a newcomer. */
async function guest(country = 'NL', agoMs = 24 * HOUR): Promise<AddedMember> {
  const account = { createdAt: clock.now() - agoMs, country };
  return (await addMembers(inside.mongo, inside.core, [{ account }]))[0] as AddedMember;
}

const { start, order, stateOf } = createOrders(() => inside);

describe('the account of a payment', () => {
  it('is the first one that serves the way to pay', async () => {
    const who = await guest();
    expect(await rowOf(await order(who, { method: 'creditcard' }))).toMatchObject({ account: 'first' });
    expect(await rowOf(await order(who, { method: 'ideal' }))).toMatchObject({ account: 'second' });
  });

  it('follows the routes of the site, which an operator sets', async () => {
    const { operate } = inside.core.site;
    await operate.set('default', 'payment_routes', '{"creditcard":["second","first"]}');
    const who = await guest();
    await expect
      .poll(async () => (await rowOf(await order(who, { method: 'creditcard' }))).account, {
        timeout: 15_000,
      })
      .toBe('second');
    const problems = inside.core.payments.routeProblems('default', { ideal: ['first'], '*': ['nowhere'] });
    expect(problems).toEqual([
      expect.stringMatching(
        /routes ideal to the account first, but bridge does not serve it. Fix: run admin methods route .+ second/,
      ),
      expect.stringMatching(/routes \* to the account nowhere, which is not configured. Fix: add it/),
    ]);
    await operate.unset('default', 'payment_routes');
    aheadMs += 10_000;
    await expect
      .poll(async () => (await rowOf(await order(who, { method: 'creditcard' }))).account, {
        timeout: 15_000,
      })
      .toBe('first');
  });

  it('is the next one when the first refuses or does not answer, with a key of its own', async () => {
    for (const error of [new ProviderRefused('account', 'closed'), new ProviderUnavailable('away')]) {
      asked.length = 0;
      before.first = () => Promise.reject(error);
      const who = await guest();
      const payment = await order(who, { method: 'creditcard' });
      expect(await rowOf(payment)).toMatchObject({ account: 'second', attempt: 2, state: 'pending' });
      expect(asked.map(({ key }) => key)).toEqual([`${payment}-1`, `${payment}-2`]);
    }
  });

  it('is none when all refuse: nothing is left open and the discount is free', async () => {
    before.first = before.second = () => Promise.reject(new ProviderRefused('method', 'no'));
    const who = await guest('NL', 0);
    expect(await start(who, { method: 'creditcard' })).toMatchObject({
      refusal: { code: 'METHOD_UNAVAILABLE', values: { reason: 'closed' } },
    });
    const rows = await inside.mongo.connection.collection<Row>('payments').find({ member: who.id }).toArray();
    expect(rows).toMatchObject([{ state: 'failed', reason: 'refused' }]);
    before.first = before.second = async () => {};
    const payment = await order(who, { method: 'creditcard' });
    expect(await rowOf(payment)).toMatchObject({ priceCents: 1_499 });
  });

  it('waits with the key when all are away, and opens one checkout once they are back', async () => {
    before.first = before.second = () => Promise.reject(new ProviderUnavailable('away'));
    const who = await guest();
    const key = randomUUID();
    expect(await start(who, { method: 'creditcard' }, key)).toMatchObject({
      refusal: { code: 'PAYMENT_UNAVAILABLE' },
    });
    before.first = before.second = async () => {};
    const payment = await order(who, { method: 'creditcard' }, key);
    expect(await order(who, { method: 'creditcard' }, key)).toBe(payment);
    expect([...(await first.find(payment, 0)), ...(await second.find(payment, 0))]).toHaveLength(1);
  });
});

describe('a key that the provider has forgotten', () => {
  it('opens no second checkout: what was opened is found and closed first', async () => {
    const who = await guest();
    const key = randomUUID();
    const ideal = { method: 'ideal' } as const;
    second.losesAnswers(() => true);
    expect(await start(who, ideal, key)).toMatchObject({ ok: false });
    second.losesAnswers(() => false);
    const [lost] = await inside.mongo.connection
      .collection<Row>('payments')
      .find({ member: who.id })
      .toArray();
    aheadMs += 25 * HOUR;
    await order(who, ideal, key);
    const found = await Promise.all((await second.find(lost!._id, 0)).map((id) => second.look(id)));
    expect(found).toHaveLength(2);
    expect(new Set(found.map((look) => look?.state))).toEqual(new Set(['cancelled', 'open']));
  });

  it('grants what was paid meanwhile instead', async () => {
    const who = await guest();
    const key = randomUUID();
    second.losesAnswers(() => true);
    expect(await start(who, { method: 'ideal' }, key)).toMatchObject({ ok: false });
    second.losesAnswers(() => false);
    const [lost] = await inside.mongo.connection
      .collection<Row>('payments')
      .find({ member: who.id })
      .toArray();
    second.pay(lost!._id);
    aheadMs += 25 * HOUR;
    expect(await start(who, { method: 'ideal' }, key)).toMatchObject({ ok: false });
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 60 });
    expect(await second.find(lost!._id, 0)).toHaveLength(1);
  });
});

describe('an unpaid checkout', () => {
  it('ends after its time, and still grants when it is paid later', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    aheadMs += 29 * MINUTE;
    await inside.core.payments.reconcilePayments();
    expect(await stateOf(who, payment)).toMatchObject({ state: 'pending' });
    aheadMs += 2 * MINUTE;
    closing.first = async () => ({ outcome: 'closed' });
    await inside.core.payments.reconcilePayments();
    expect(await stateOf(who, payment)).toMatchObject({
      state: 'cancelled',
      reason: 'expired',
      redirect: null,
    });
    first.pay(payment);
    aheadMs += 24 * HOUR;
    await inside.core.payments.reconcilePayments();
    expect(await stateOf(who, payment)).toMatchObject({ state: 'completed' });
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 60, premium: true });
  });

  it('is asked about for the horizon of its way to pay, and no longer', async () => {
    const who = await guest();
    const [card, transfer] = [
      await order(who, { method: 'creditcard' }),
      await order(who, { method: 'sct' }),
    ];
    closing.first = async () => ({ outcome: 'closed' });
    const pass = () => inside.core.payments.reconcilePayments();
    for (let day = 0; day < 6; day += 1) {
      aheadMs += 24 * HOUR;
      await pass();
    }
    first.pay(card);
    first.pay(transfer);
    await pass();
    aheadMs += 24 * HOUR;
    await pass();
    expect(await stateOf(who, transfer)).toMatchObject({ state: 'completed' });
    expect((await rowOf(card)).state).toBe('cancelled');
    // The nightly comparison finds also this one.
    await inside.core.payments.reconcileDay();
    expect((await rowOf(card)).state).toBe('completed');
  });

  it('that can’t be closed keeps the discount, and names its address and its end', async () => {
    const who = await guest('NL', 0);
    const held = await order(who, { method: 'creditcard' });
    const until = clock.now() + 15 * MINUTE;
    closing.first = async () => ({ outcome: 'open', until });
    const refused = await start(who, { method: 'creditcard' });
    expect(refused).toMatchObject({
      refusal: {
        code: 'CHECKOUT_OPEN',
        values: { payment: held, until, redirect: expect.stringMatching(/^https/) },
      },
    });
    expect(await inside.core.payments.cancelPayment(who.id, held)).toMatchObject({
      refusal: { code: 'CHECKOUT_OPEN' },
    });
    delete closing.first;
    expect(await inside.core.payments.cancelPayment(who.id, held)).toMatchObject({
      value: { payment: { state: 'cancelled', reason: 'member' } },
    });
    expect(await rowOf(await order(who, { method: 'creditcard' }))).toMatchObject({ priceCents: 1_499 });
  });

  it('that can’t be closed keeps a typed code, also from another code', async () => {
    const terms = { percent: 40, until: '2099-01-01T00:00:00Z' };
    const file = JSON.stringify([
      { code: 'ONE', ...terms },
      { code: 'TWO', ...terms },
    ]);
    await inside.core.payments.addCodes('default', file);
    const who = await guest();
    const held = await order(who, { method: 'creditcard', code: 'ONE' });
    closing.first = async () => ({ outcome: 'open', until: clock.now() + 15 * MINUTE });
    const open = { refusal: { code: 'CHECKOUT_OPEN', values: { payment: held } } };
    expect(await start(who, { method: 'creditcard', code: 'ONE' })).toMatchObject(open);
    expect(await start(who, { method: 'creditcard', code: 'TWO' })).toMatchObject(open);
  });

  it('can be given up by its own member only', async () => {
    const [one, other] = [await guest(), await guest()];
    const payment = await order(one, { method: 'creditcard' });
    expect(await inside.core.payments.cancelPayment(other.id, payment)).toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
    expect(await stateOf(other, payment)).toBeUndefined();
  });
});

describe('one account away', () => {
  it('stops only its own payments', async () => {
    const who = await guest();
    const [card, bank] = [await order(who, { method: 'creditcard' }), await order(who, { method: 'ideal' })];
    first.pay(card);
    second.pay(bank);
    before.first = () => Promise.reject(new ProviderUnavailable('away'));
    aheadMs += MINUTE;
    await inside.core.payments.reconcilePayments();
    expect((await rowOf(bank)).state).toBe('completed');
    expect((await rowOf(card)).state).toBe('pending');
    before.first = async () => {};
    aheadMs += 2 * MINUTE;
    await inside.core.payments.reconcilePayments();
    expect((await rowOf(card)).state).toBe('completed');
  });
});

describe('a second payment of one order', () => {
  it('goes back by itself, once, and an unknown order waits for a person', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    first.pay(payment);
    aheadMs += 2_000;
    expect(await stateOf(who, payment)).toMatchObject({ state: 'completed' });
    const again = { key: 'again', reference: payment, cents: 1_999, currency: 'EUR' };
    const extra = {
      method: 'ideal',
      country: 'NL',
      locale: 'en',
      words: { what: '', statement: '' },
    } as const;
    const rest = { returnUrl: 'https://x', webhookUrl: 'https://x', expiresAt: 0 };
    await second.open({ ...again, ...extra, ...rest });
    await second.open({ ...again, ...extra, ...rest, key: 'unknown', reference: 'd'.repeat(24) });
    second.pay(payment);
    second.pay('d'.repeat(24));
    aheadMs += 2 * HOUR;
    expect(await inside.core.payments.reconcileDay()).toBe(1);
    await inside.core.payments.reconcilePayments();
    await inside.core.payments.reconcilePayments();
    expect(second.paidBack(payment)).toBe(1_999);
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 60 });
    const unknown = (await inside.core.payments.strays(['seen'], 10)).filter(({ why }) => why === 'unknown');
    expect(unknown).toMatchObject([{ account: 'second', reference: 'd'.repeat(24), cents: 1_999 }]);
    expect(second.paidBack('d'.repeat(24))).toBe(0);
    const id = unknown[0]!._id;
    expect(await inside.core.payments.decideStray(id, 'keep')).toMatchObject({ done: { state: 'kept' } });
    expect(await inside.core.payments.decideStray(id, 'return')).toMatchObject({
      problem: /is kept already/,
    });
  });
});

describe('a held payment', () => {
  it('goes back whole when an operator returns it, and stays returned', async () => {
    const who = await guest();
    const payment = await order(who, { method: 'creditcard' });
    first.pay(payment);
    receives.first = 1_998;
    aheadMs += 2_000;
    expect(await stateOf(who, payment)).toMatchObject({ state: 'review', reason: 'amount' });
    for (let n = 0; n < 2; n += 1) {
      expect(await inside.core.payments.returnPayment(payment)).toMatchObject({
        done: { state: 'failed', reason: 'returned' },
      });
    }
    receives.first = undefined;
    expect(first.paidBack(payment)).toBe(1_998);
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 0 });
  });
});

describe('what a member asks for', () => {
  const refusedFor = async (country: string, wish: Wish) => start(await guest(country), wish);

  it.each([
    ['NL', { method: 'blik' }, 'country'],
    ['DE', { method: 'giropay' }, 'retired'],
    ['NL', { method: 'creditcard', country: 'XX' }, 'country'],
    ['NL', { method: 'ideal', country: 'BE' }, 'country'],
  ] as const)(
    'in %s by %j is refused with the reason %s, and nothing is opened',
    async (country, wish, reason) => {
      expect(await refusedFor(country, wish)).toMatchObject({
        refusal: { code: 'METHOD_UNAVAILABLE', values: { reason } },
      });
      expect(asked).toEqual([]);
    },
  );

  it('is priced in the country it pays in, and returns to the host it bought on', async () => {
    const who = await guest('NL');
    const key = randomUUID();
    const buyer = { ...payer(who.id), host: 'love.example:8443' };
    const wish: Parameters<typeof inside.core.payments.startPayment>[1] = {
      key,
      package: 'p1',
      method: 'blik',
      country: 'PL',
    };
    const started = await inside.core.payments.startPayment(buyer, wish);
    if (!started.ok) throw new Error(started.refusal.code);
    const row = await rowOf(started.value.payment);
    expect(row).toMatchObject({ priceCents: 8_499, currency: 'PLN', country: 'PL' });
    expect(row.origin).toMatch(/^https?:\/\/love\.example:8443$/);
    expect(await inside.core.payments.startPayment(buyer, { ...wish, country: 'NL' })).toMatchObject({
      refusal: { code: 'KEY_REUSED' },
    });
  });
});
