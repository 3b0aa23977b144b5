import { randomUUID } from 'node:crypto';
import {
  bonusEnded,
  creditsChanged,
  getDiscountCode,
  getPayment,
  getRefund,
  getUser,
  startPayment,
} from '@heartline/contracts';
import { connectDevice, startWorld, type WorldWithStubs } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { providerIdOf } from './provider-in-test.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

describe('recovery of lost payment steps', () => {
  let world: WorldWithStubs;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true });
  });
  afterAll(() => world?.stop());

  /** The recovery pass, by two workers at once. */
  const pass = () => {
    const { payments } = world.gateways[0].core;
    return Promise.all([payments.reconcilePayments(), payments.reconcilePayments()]);
  };

  /** An unpaid member with a sign-up of this age. */
  async function guest(signedUpAgoMs: number) {
    const [one] = await world.people({ account: { createdAt: world.clock.now() - signedUpAgoMs } });
    return one;
  }

  async function order(who: Awaited<ReturnType<typeof guest>>) {
    const wish = { key: randomUUID(), package: 'p1', method: 'creditcard' } as const;
    const { payment, redirect } = await who.http.call(startPayment, wish);
    return { payment, providerId: providerIdOf(redirect) };
  }

  /** Runs `npm run admin` with the test provider. */
  const admin = (...args: string[]) =>
    adminOf(world, {
      PAYMENT_URL: world.stubs.payments.origin,
      PAYMENT_KEY: world.secrets.paymentKey,
    })(...args);

  async function stateOf(payment: string) {
    const { connection } = world.inside.mongo;
    const row = await connection
      .collection<{ _id: string; state: string }>('payments')
      .findOne({ _id: payment });
    return row?.state;
  }

  it('ends a welcome discount without its timer in the next pass, once and not early', async () => {
    onTestFinished(world.clock.hold());
    const who = await guest(0);
    const device = await connectDevice(who.http);
    await world.gateways[0].core.payments.scheduleBonusEnd(who.id, world.clock.now());
    world.clock.advance(14_399 * SECOND);
    await pass();
    expect((await who.http.call(getDiscountCode, {})).discountcode).not.toBeNull();
    world.clock.advance(SECOND);
    await pass();
    await device.wait(bonusEnded);
    await pass();
    await world.gateways[0].core.credits.grant(who.id, { key: 'later', credits: 1, reason: 'gift' });
    await device.wait(creditsChanged);
    expect(device.all(bonusEnded)).toHaveLength(1);
    device.close();
  });

  it.each([
    ['fail', 'failed'],
    ['cancel', 'cancelled'],
  ] as const)(
    'gives the discount once, even if the payment that did %s is paid [S9-012]',
    async (action, ended) => {
      const who = await guest(60 * SECOND);
      const first = await order(who);
      world.stubs.payments.act(first.providerId, action);
      await expect.poll(() => stateOf(first.payment)).toBe(ended);
      const second = await order(who);
      expect(world.stubs.payments.find(second.providerId)?.amountCents).toBe(1_499);
      world.stubs.payments.act(first.providerId, 'pay');
      world.stubs.payments.act(second.providerId, 'pay');
      await expect.poll(() => stateOf(second.payment)).toBe('completed');
      await world.gateways[0].core.payments.reconcilePayments();
      expect(await stateOf(first.payment)).toBe(ended);
    },
  );

  it('grants credits after an interrupted grant when the member opens the payment', async () => {
    const who = await guest(DAY);
    const { payment } = await order(who);
    await world.inside.mongo.connection
      .collection<{ _id: string }>('payments')
      .updateOne({ _id: payment }, { $set: { state: 'completed' } });
    expect((await who.http.call(getPayment, { id: payment })).payment.state).toBe('completed');
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 60, paid_user: true });
  });

  it('grants other payments although one fails in every pass', async () => {
    const payments = world.inside.mongo.connection.collection<{ _id: string }>('payments');
    const bonuses = world.inside.mongo.connection.collection<{ _id: string }>('bonuses');
    const [spoilt, paid, late] = [await guest(DAY), await guest(DAY), await guest(0)];
    const orders = [await order(spoilt), await order(paid)].map(({ payment }) => payment);
    await payments.updateMany({ _id: { $in: orders } }, { $set: { state: 'completed' } });
    const { credits } = world.gateways[0].core;
    const { purchase } = credits;
    const given = vi.spyOn(credits, 'purchase').mockImplementation((member, bought) => {
      return member === spoilt.id ? Promise.reject(new Error('spoilt')) : purchase(member, bought);
    });
    await world.gateways[0].core.payments.scheduleBonusEnd(late.id, world.clock.now());
    world.clock.advance(14_400 * SECOND);
    for (let round = 0; round < 2; round += 1) await pass().catch(() => undefined);
    expect((await paid.http.call(getUser, {})).user).toMatchObject({ credits: 60 });
    expect(await bonuses.findOne({ _id: late.id })).toMatchObject({ endedAt: expect.any(Number) });
    await expect(pass()).rejects.toThrow('spoilt');
    given.mockRestore();
    await pass();
    expect((await spoilt.http.call(getUser, {})).user).toMatchObject({ credits: 60 });
  });

  it('finishes other refunds although one cannot be followed', async () => {
    const refunds = world.inside.mongo.connection.collection<{ _id: string }>('refunds');
    const who = await guest(DAY);
    const { payment } = await order(who);
    const asked = { member: who.id, turn: 1, state: 'asked', createdAt: world.clock.now(), checkedAt: 0 };
    const spoilt = { ...asked, _id: 'unknown:1', payment: 'unknown', state: 'pending' };
    await refunds.insertOne(spoilt);
    const given = { ...asked, _id: `${payment}:1`, payment };
    await refunds.insertOne(given);
    world.clock.advance(61 * SECOND);
    await expect(pass()).rejects.toThrow('payment has no provider id');
    expect(await refunds.findOne({ _id: `${payment}:1` })).toBeNull();
    await refunds.deleteOne({ _id: spoilt._id });
  });

  it('finishes a refund although a payment runs into the database timeout', async () => {
    const { connection } = world.inside.mongo;
    const refunds = connection.collection<{ _id: string }>('refunds');
    const payments = connection.collection<{ _id: string }>('payments');
    const [slow, who] = [await guest(DAY), await guest(DAY)];
    const { payment: given } = await order(slow);
    await payments.updateOne({ _id: given }, { $set: { state: 'completed' } });
    const { payment } = await order(who);
    const asked = { member: who.id, turn: 1, state: 'asked', createdAt: world.clock.now(), checkedAt: 0 };
    await refunds.insertOne({ ...asked, _id: `${payment}:1`, payment } as { _id: string });
    const tooSlow = Object.assign(new Error('time limit'), { code: 50 });
    const giving = vi.spyOn(world.gateways[0].core.credits, 'purchase').mockRejectedValue(tooSlow);
    world.clock.advance(61 * SECOND);
    await expect(pass()).rejects.toThrow('time limit');
    giving.mockRestore();
    expect(await refunds.findOne({ _id: `${payment}:1` })).toBeNull();
    await pass();
    expect((await slow.http.call(getUser, {})).user).toMatchObject({ credits: 60 });
  });

  it('finishes an interrupted refund behind any number of waiting ones', async () => {
    const refunds = world.inside.mongo.connection.collection<{ _id: string }>('refunds');
    const now = world.clock.now();
    const waiting = { member: 'nobody', payment: 'waiting', turn: 1, state: 'pending', createdAt: now };
    const many = Array.from({ length: 1_000 }, (_, at) => ({
      ...waiting,
      _id: `waiting:${at}`,
      checkedAt: now,
    }));
    await refunds.insertMany(many);
    const cutOff = {
      ...waiting,
      payment: 'cut-off',
      state: 'asked',
      createdAt: now - 61 * SECOND,
      checkedAt: 0,
    };
    await refunds.insertOne({ ...cutOff, _id: 'cut-off:1' });
    await pass();
    expect(await refunds.findOne({ _id: 'cut-off:1' })).toBeNull();
    await refunds.deleteMany({ payment: 'waiting' });
  });

  it('finds a paid payment beside any number of abandoned checkouts', async () => {
    const now = world.clock.now();
    const left = Array.from({ length: 1_000 }, (_, n) => ({
      _id: `left-${n}`,
      member: 'f'.repeat(24),
      providerId: `pay_left_${n}`,
      state: 'pending',
      account: 'bridge',
      method: 'creditcard',
      createdAt: now - 2 * DAY,
      expiresAt: now - DAY,
      checkedAt: now,
      dueAt: now + DAY,
      grantedAt: null,
    }));
    const payments = world.inside.mongo.connection.collection<{ _id: string }>('payments');
    await payments.insertMany(left);
    const who = await guest(DAY);
    const { payment, providerId } = await order(who);
    world.stubs.payments.act(providerId, 'silent');
    world.clock.advance(60 * SECOND);
    await pass();
    expect(await stateOf(payment)).toBe('completed');
    await payments.deleteMany({ _id: { $in: left.map(({ _id }) => _id) } });
  });

  it('finds a paid payment behind a younger one with an unusable provider answer', async () => {
    const who = await guest(DAY);
    const { payment, providerId } = await order(who);
    world.clock.advance(SECOND);
    const poisoned = await order(await guest(DAY));
    world.stubs.payments.act(providerId, 'silent');
    const ask = globalThis.fetch;
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
      const isPoisoned = typeof address === 'string' && address.endsWith(poisoned.providerId);
      return isPoisoned ? new Response('', { status: 500 }) : ask(address, init);
    });
    for (let minute = 0; minute < 5; minute += 1) {
      world.clock.advance(60 * SECOND);
      await pass();
    }
    asked.mockRestore();
    expect(await stateOf(payment)).toBe('completed');
    expect(await stateOf(poisoned.payment)).toBe('pending');
  });

  it.each(['fail', 'cancel'] as const)(
    'grants a payment paid after a “%s” without a webhook',
    async (before) => {
      const who = await guest(DAY);
      const { payment, providerId } = await order(who);
      const state = before === 'fail' ? 'failed' : 'cancelled';
      world.stubs.payments.act(providerId, before);
      await expect.poll(() => stateOf(payment)).toBe(state);
      world.stubs.payments.act(providerId, 'silent');
      expect(await stateOf(payment)).toBe(state);
      world.clock.advance(60 * SECOND);
      await pass();
      expect(await stateOf(payment)).toBe('completed');
      expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 60, paid_user: true });
    },
  );

  it('lets an operator refund a closed account’s unspent credits once, by amount', async () => {
    const who = await guest(5 * 3_600 * SECOND);
    const { payment, providerId } = await order(who);
    world.stubs.payments.act(providerId, 'pay');
    await expect.poll(async () => (await who.http.call(getUser, {})).user.credits).toBe(60);
    expect(await world.gateways[0].core.accounts.suspend(who.id)).toBe(true);
    expect((await admin('payments', 'refundable', who.id)).out).toMatch(
      new RegExp(`${payment} .*60.*19.99 EUR`),
    );
    const refund = (amount: string) =>
      admin('payments', 'refund', who.id, payment, '--amount', amount, '--reason', 'Asked by mail');
    expect((await refund('19.98')).err).toContain('19.99 EUR can be refunded, not 19.98');
    expect(await refund('19.99')).toMatchObject({
      code: 0,
      out: '19.99 EUR go back for 60 credits: completed.\n',
    });
    const paidBack = world.stubs.payments.find(providerId)?.refunds?.map(({ amountCents }) => amountCents);
    expect(paidBack).toEqual([1_999]);
    expect(await world.gateways[0].core.credits.balanceOf(who.id)).toMatchObject({
      credits: 0,
      premium: false,
    });
    expect((await refund('19.99')).err).toContain('Nothing of this payment can be refunded');
    expect((await admin('payments', 'refundable', who.id)).out).toContain('Nothing can be refunded');
  });

  describe('a payment of another amount than ordered', () => {
    const why = ['--reason', 'One cent less is close enough'];
    const paid = ['--paid', '19.98'];

    it('is granted for the paid amount once an operator accepts it, once', async () => {
      const who = await guest(5 * 3_600 * SECOND);
      const { payment, providerId } = await order(who);
      world.stubs.payments.act(providerId, 'short');
      await expect.poll(() => stateOf(payment)).toBe('review');
      expect((await admin('payments', 'list')).out).toContain(payment);
      // Refused for an amount that the operator has not read at the provider.
      expect((await admin('payments', 'accept', payment, ...why)).code).toBe(2);
      for (const odd of ['1998 cents', '19.981', '']) {
        expect((await admin('payments', 'accept', payment, '--paid', odd, ...why)).code).toBe(2);
      }
      const refused = await admin('payments', 'accept', payment, '--paid', '19.99', ...why);
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.err).toContain('19.98 EUR were paid, not 19.99 EUR');
      expect(await stateOf(payment)).toBe('review');
      const accepted = { code: 0, out: '60 credits are given for 19.98 EUR.\n' };
      expect(await admin('payments', 'accept', payment, ...paid, ...why)).toMatchObject(accepted);
      expect(await admin('payments', 'accept', payment, ...paid, ...why)).toMatchObject(accepted);
      expect(await stateOf(payment)).toBe('completed');
      expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 60, paid_user: true });
      expect((await who.http.call(getRefund, {})).offers).toMatchObject([{ payment, cents: 1_998 }]);
      expect((await admin('payments', 'list')).out).not.toContain(payment);
    });

    it('gets no welcome discount that another payment used meanwhile [S9-012]', async () => {
      const who = await guest(60 * SECOND);
      const held = await order(who);
      world.stubs.payments.act(held.providerId, 'short');
      await expect.poll(() => stateOf(held.payment)).toBe('review');
      const second = await order(who);
      world.stubs.payments.act(second.providerId, 'pay');
      await expect.poll(async () => (await who.http.call(getUser, {})).user.credits).toBe(60);
      const less = ['--paid', '14.98'];
      const refused = await admin('payments', 'accept', held.payment, ...less, ...why);
      expect(refused.err).toContain('went to another one');
      expect((await who.http.call(getUser, {})).user.credits).toBe(60);
      // A payment that kept its discount is granted, and ends the discount.
      const other = await guest(60 * SECOND);
      const storedRow = await order(other);
      world.stubs.payments.act(storedRow.providerId, 'short');
      await expect.poll(() => stateOf(storedRow.payment)).toBe('review');
      expect((await admin('payments', 'accept', storedRow.payment, ...less, ...why)).code).toBe(0);
      expect((await other.http.call(getDiscountCode, {})).discountcode).toBeNull();
    });

    it('is the only kind that can be accepted, not an open or unknown payment', async () => {
      const who = await guest(5 * 3_600 * SECOND);
      const { payment } = await order(who);
      expect((await admin('payments', 'accept', payment, ...paid, ...why)).err).toContain('is pending');
      expect((await admin('payments', 'accept', 'none', ...paid, ...why)).err).toContain('no payment none');
      expect((await who.http.call(getUser, {})).user.credits).toBe(0);
    });
  });
});
