import { randomUUID } from 'node:crypto';
import {
  bonusEnded,
  creditsChanged,
  getDiscountCode,
  getPackages,
  getPayment,
  getRefund,
  getUser,
  type PackageId,
  paymentChanged,
  startPayment,
  startRefund,
} from '@heartline/contracts';
import { signWebhook } from '@heartline/platform';
import { connectDevice, type Person, Refused, startWorld, type WorldWithStubs } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { payer, providerIdOf } from './provider-in-test.ts';

const SECOND = 1_000;

describe('payments', () => {
  let world: WorldWithStubs;

  beforeAll(async () => {
    world = await startWorld({ here: true, stubs: true });
  });
  afterAll(() => world.stop());

  /** An unpaid member with a sign-up of this age. */
  async function guest(signedUpAgoMs = 5 * 3_600 * SECOND, country = 'NL'): Promise<Person> {
    const [one] = await world.people({ account: { createdAt: world.clock.now() - signedUpAgoMs, country } });
    return one;
  }

  const creditsOf = async (who: Person) => (await who.http.call(getUser, {})).user.credits;
  const stateOf = async (who: Person, id: string) => (await who.http.call(getPayment, { id })).payment.state;

  async function open(who: Person, pack: PackageId = 'p1', key = randomUUID()) {
    const { payment, redirect } = await who.http.call(startPayment, {
      key,
      package: pack,
      method: 'creditcard',
    });
    const providerId = providerIdOf(redirect);
    return { payment, providerId, redirect };
  }

  async function settled(who: Person, id: string, wanted = 'completed'): Promise<void> {
    await expect.poll(() => storedState(id), { timeout: 10_000 }).toBe(wanted);
    expect(await stateOf(who, id)).toBe(wanted);
  }

  async function storedState(id: string): Promise<unknown> {
    const doc = await world.inside.mongo.connection
      .collection<{ _id: string }>('payments')
      .findOne({ _id: id });
    const { state, grantedAt } = doc as unknown as { state: string; grantedAt: number | null };
    return state === 'completed' && grantedAt === null ? 'not granted yet' : state;
  }

  function webhook(body: string, signature: string | undefined) {
    const headers = signature === undefined ? {} : { 'x-payment-signature': signature };
    return world.browser().send('POST', '/api/payment-webhook.php', body, headers);
  }

  const signed = (body: string, at = world.clock.now()) =>
    signWebhook(world.secrets.paymentWebhookSecret, Buffer.from(body), at);

  describe('the welcome discount', () => {
    it('takes 25 % off at 14,399 s and nothing at 14,400 s [S1-040 S1-042 S6-012 S9-008]', async () => {
      onTestFinished(world.clock.hold());
      const early = await guest(14_399 * SECOND);
      const { packages } = await early.http.call(getPackages, {});
      expect(packages.map(({ priceCents, fullPriceCents }) => priceCents / fullPriceCents)).toEqual(
        Array.from({ length: 4 }, () => expect.closeTo(0.75, 2)),
      );
      expect((await early.http.call(getDiscountCode, {})).discountcode).toMatchObject({
        code: 'TIMEBONUS25',
        value_percentage: 25,
        user_id: early.id,
        expired: false,
      });
      const late = await guest(14_400 * SECOND);
      for (const pack of (await late.http.call(getPackages, {})).packages) {
        expect(pack.priceCents).toBe(pack.fullPriceCents);
      }
      expect((await late.http.call(getDiscountCode, {})).discountcode).toBeNull();
      const { providerId } = await open(late);
      expect(world.stubs.payments.find(providerId)?.amountCents).toBe(1_999);
    });

    it('ends with the first purchase, and the member gets an event [S1-041 S6-020 S9-013]', async () => {
      const who = await guest(60 * SECOND);
      const device = await connectDevice(who.http);
      const { payment, providerId } = await open(who);
      expect(world.stubs.payments.find(providerId)?.amountCents).toBe(1_499);
      world.stubs.payments.act(providerId, 'pay');
      await settled(who, payment);
      await device.wait(bonusEnded);
      expect((await who.http.call(getDiscountCode, {})).discountcode).toBeNull();
      const [pack] = (await who.http.call(getPackages, {})).packages;
      expect(pack?.priceCents).toBe(pack?.fullPriceCents);
      device.close();
    });

    it('stays used after a full refund, and the next purchase costs the full price', async () => {
      const who = await guest(60 * SECOND);
      const first = await open(who);
      world.stubs.payments.act(first.providerId, 'pay');
      await settled(who, first.payment);
      const [offer] = (await who.http.call(getRefund, {})).offers;
      const { payment = '', turn = 0, credits = 0, cents = 0 } = offer ?? {};
      await who.http.call(startRefund, { payment, turn, credits, cents });
      expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 0, paid_user: false });
      expect((await who.http.call(getDiscountCode, {})).discountcode).toBeNull();
      for (const pack of (await who.http.call(getPackages, {})).packages) {
        expect(pack.priceCents).toBe(pack.fullPriceCents);
      }
      const second = await open(who);
      expect(world.stubs.payments.find(second.providerId)?.amountCents).toBe(1_999);
    });

    it('is used once for requests of fifty windows at the same time [S9-012 F23]', async () => {
      const who = await guest(60 * SECOND);
      // Bypasses the request limit, which would refuse most of them.
      const { payments } = world.gateways[0].core;
      const wish = { package: 'p1', method: 'creditcard' } as const;
      const tries = await Promise.allSettled(
        Array.from({ length: 50 }, () =>
          payments.startPayment(payer(who.id), { ...wish, key: randomUUID() }),
        ),
      );
      const opened = tries.flatMap((one) =>
        one.status === 'fulfilled' && one.value.ok ? [one.value.value.redirect] : [],
      );
      const payable = opened
        .map((redirect) => world.stubs.payments.find(providerIdOf(redirect)))
        .filter((one) => one?.state === 'open');
      expect(payable).toHaveLength(1);
      // Another checkout later: the first is closed at the provider before the second gets the discount.
      const second = await open(who);
      expect(world.stubs.payments.find(payable[0]?.id ?? '')?.state).toBe('cancelled');
      world.stubs.payments.act(second.providerId, 'pay');
      await settled(who, second.payment);
      const third = await open(who);
      expect(world.stubs.payments.find(third.providerId)?.amountCents).toBe(1_999);
    });

    it('ends by its timer exactly once: early, late and repeated runs do nothing', async () => {
      onTestFinished(world.clock.hold());
      const who = await guest(0);
      const device = await connectDevice(who.http);
      const { payments } = world.gateways[0].core;
      await payments.scheduleBonusEnd(who.id, world.clock.now());
      await payments.expireBonus(who.id);
      world.clock.advance(14_399 * SECOND);
      await payments.expireBonus(who.id);
      expect((await who.http.call(getDiscountCode, {})).discountcode).not.toBeNull();
      expect(device.all(bonusEnded)).toHaveLength(0);
      world.clock.advance(SECOND);
      await Promise.all(Array.from({ length: 3 }, () => payments.expireBonus(who.id)));
      await device.wait(bonusEnded);
      await payments.reconcilePayments();
      world.clock.advance(SECOND);
      await payments.expireBonus(who.id);
      // Earlier events have arrived once a later one has.
      await world.gateways[0].core.credits.grant(who.id, { key: 'later', credits: 1, reason: 'gift' });
      await device.wait(creditsChanged);
      expect(device.all(bonusEnded)).toHaveLength(1);
      device.close();
    });
  });

  describe('a purchase', () => {
    it('delivers credits live and makes the member premium, for any pack [S1-015 S6-015]', async () => {
      for (const [pack, credits] of [
        ['p0', 25],
        ['p3', 400],
      ] as const) {
        const who = await guest();
        const device = await connectDevice(who.http);
        const { payment, providerId } = await open(who, pack);
        expect(await stateOf(who, payment)).toBe('pending');
        world.stubs.payments.act(providerId, 'pay');
        await device.wait(
          paymentChanged,
          (event) => event.payment === payment && event.state === 'completed',
        );
        await device.wait(creditsChanged, (event) => event.credits === credits && event.premium);
        const { user } = await who.http.call(getUser, {});
        expect(user).toMatchObject({ credits, paid_user: true });
        device.close();
      }
    });

    it('is one payment per key for any number of starts, and refuses another pack', async () => {
      const who = await guest();
      const key = randomUUID();
      const opened = await Promise.all(Array.from({ length: 15 }, () => open(who, 'p1', key)));
      expect(new Set(opened.map(({ payment }) => payment)).size).toBe(1);
      expect(new Set(opened.map(({ redirect }) => redirect)).size).toBe(1);
      expect(
        world.stubs.payments.list().filter(({ reference }) => reference === opened[0]?.payment),
      ).toHaveLength(1);
      await expect(open(who, 'p2', key)).rejects.toMatchObject({ status: 422 });
    });

    it('ends with its key: a repeat after payment opens no page of the provider', async () => {
      const who = await guest();
      const key = randomUUID();
      const { payment, providerId } = await open(who, 'p1', key);
      world.stubs.payments.act(providerId, 'pay');
      await settled(who, payment);
      await expect(open(who, 'p1', key)).rejects.toMatchObject({ error: { code: 'KEY_REUSED' } });
      expect(await creditsOf(who)).toBe(60);
    });

    it('refuses prices, credits, currency and discount of the client (hostile 37)', async () => {
      const who = await guest();
      const order = { key: randomUUID(), package: 'p3', method: 'creditcard' };
      for (const extra of [
        { priceCents: 1 },
        { price: 0 },
        { credits: 9_999 },
        { currency: 'PLN' },
        { discount: 100 },
        { amountCents: 1 },
      ]) {
        const answer = await who.http.send(
          'POST',
          '/api/payment.php',
          JSON.stringify({ ...order, ...extra }),
        );
        expect(answer.status).toBe(400);
      }
      const { providerId } = await open(who, 'p3');
      expect(world.stubs.payments.find(providerId)).toMatchObject({
        amountCents: 9_999,
        currency: 'EUR',
      });
    });

    it('refuses unknown or mistyped packs and unknown methods with 400 (hostile 38)', async () => {
      const who = await guest();
      for (const pack of ['p4', 'P1', '', -1, 0, 1.5, Number.MAX_VALUE, ['p1'], { $ne: null }, null]) {
        const body = JSON.stringify({ key: randomUUID(), package: pack, method: 'creditcard' });
        expect((await who.http.send('POST', '/api/payment.php', body)).status).toBe(400);
      }
      const body = JSON.stringify({ key: randomUUID(), package: 'p1', method: 'free' });
      expect((await who.http.send('POST', '/api/payment.php', body)).status).toBe(400);
    });

    it('ignores a return URL that says “paid”, and asks the provider (hostile 44)', async () => {
      const who = await guest();
      const { payment } = await open(who);
      const forged = await who.http.send('GET', `/api/payment.php?id=${payment}&status=paid`);
      expect(forged.status).toBe(400);
      world.clock.advance(2 * SECOND);
      expect(await stateOf(who, payment)).toBe('pending');
      expect(await creditsOf(who)).toBe(0);
    });

    it('does not find a payment of another member (hostile 45)', async () => {
      const [one, other] = [await guest(), await guest()];
      const { payment } = await open(one);
      await expect(stateOf(other, payment)).rejects.toMatchObject({ status: 404 });
      await expect(stateOf(other, 'f'.repeat(24))).rejects.toMatchObject({ status: 404 });
    });
  });

  describe('webhooks', () => {
    it('grant once when repeated five times and out of order (hostile 42) [F17]', async () => {
      for (const action of ['twice', 'reorder'] as const) {
        const who = await guest();
        const { payment, providerId } = await open(who);
        world.stubs.payments.act(providerId, action);
        await settled(who, payment);
        const wanted = action === 'twice' ? 5 : 2;
        await expect
          .poll(() => world.stubs.payments.find(providerId)?.webhooks.length, { timeout: 15_000 })
          .toBe(wanted);
        const statuses = world.stubs.payments.find(providerId)?.webhooks.map(({ status }) => status);
        expect(new Set(statuses)).toEqual(new Set([200]));
        expect(await creditsOf(who)).toBe(60);
      }
    });

    it('grant once for fifty at the same time, under one event id and many [F17]', async () => {
      const who = await guest();
      const { payment, providerId } = await open(who);
      world.stubs.payments.act(providerId, 'silent');
      const bodies = Array.from({ length: 50 }, (_, index) =>
        JSON.stringify({
          id: index % 2 ? `evt_${index}_${providerId}` : `evt_${providerId}`,
          payment: providerId,
        }),
      );
      const answers = await Promise.all(bodies.map((body) => webhook(body, signed(body))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      await settled(who, payment);
      expect(await creditsOf(who)).toBe(60);
    });

    it('need a valid, recent signature over the same bytes (hostile 41)', async () => {
      const who = await guest();
      const { payment, providerId } = await open(who);
      world.stubs.payments.act(providerId, 'silent');
      const body = JSON.stringify({ id: `evt_x_${providerId}`, payment: providerId });
      const good = signed(body);
      const refused = [
        await webhook(body, undefined),
        await webhook(body, `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`),
        await webhook(body, signWebhook('another secret', Buffer.from(body), world.clock.now())),
        await webhook(body, signed(body, world.clock.now() - 302 * SECOND)),
        await webhook(body.replace('evt_x', 'evt_y'), good),
        await webhook(JSON.stringify(JSON.parse(body), undefined, 1), good),
      ];
      for (const answer of refused) expect(answer.status).toBe(400);
      expect(await storedState(payment)).toBe('pending');
      expect(await creditsOf(who)).toBe(0);
      expect((await webhook(body, good)).status).toBe(200);
      await settled(who, payment);
    });

    it('grant nothing for an unknown payment (hostile 42)', async () => {
      const body = JSON.stringify({ id: 'evt_unknown', payment: 'pay_unknown' });
      // Nothing can come of it: the provider need not repeat it.
      expect((await webhook(body, signed(body))).status).toBe(200);
      expect(await world.inside.mongo.connection.collection('strays').countDocuments()).toBe(0);
    });

    it('hold another amount than ordered for review, and grant nothing (hostile 43)', async () => {
      const who = await guest();
      const { payment, providerId } = await open(who);
      world.stubs.payments.act(providerId, 'short');
      await settled(who, payment, 'review');
      expect(await creditsOf(who)).toBe(0);
      expect((await who.http.call(getUser, {})).user.paid_user).toBe(false);
    });

    it('leave the member free to buy at the displayed price during a review', async () => {
      const who = await guest(0);
      const { payment, providerId } = await open(who);
      world.stubs.payments.act(providerId, 'short');
      await settled(who, payment, 'review');
      const next = await open(who);
      expect(world.stubs.payments.find(next.providerId)?.amountCents).toBe(1_499);
    });

    it('grant for “paid” after “failed”, and take nothing back for a later failure', async () => {
      const who = await guest();
      const { payment, providerId } = await open(who);
      world.stubs.payments.act(providerId, 'fail');
      await settled(who, payment, 'failed');
      world.stubs.payments.act(providerId, 'pay');
      await settled(who, payment);
      world.stubs.payments.act(providerId, 'fail');
      await expect
        .poll(() => world.stubs.payments.find(providerId)?.webhooks.length, { timeout: 10_000 })
        .toBe(3);
      expect(await creditsOf(who)).toBe(60);
    });

    it('are repaired once by the reconcile job when lost or interrupted [F25]', async () => {
      const lost = await guest();
      const { payment, providerId } = await open(lost);
      world.stubs.payments.act(providerId, 'silent');
      const cutOff = await guest();
      const other = await open(cutOff);
      // State after a crash right after the payment changed its state.
      await world.inside.mongo.connection
        .collection<{ _id: string }>('payments')
        .updateOne({ _id: other.payment }, { $set: { state: 'completed' } });
      world.clock.advance(60 * SECOND);
      const { payments } = world.gateways[0].core;
      await Promise.all([payments.reconcilePayments(), payments.reconcilePayments()]);
      await payments.reconcilePayments();
      await settled(lost, payment);
      await settled(cutOff, other.payment);
      expect(await creditsOf(lost)).toBe(60);
      expect(await creditsOf(cutOff)).toBe(60);
    });
  });

  it('reports a provider that is unreachable, and costs nothing', async () => {
    const who = await guest();
    const stranger = await world.stubs.payments
      .stop()
      .then(() => open(who))
      .catch((error: unknown) => error);
    expect(stranger).toBeInstanceOf(Refused);
    expect(stranger).toMatchObject({ status: 503, error: { code: 'PAYMENT_UNAVAILABLE' } });
    expect(await creditsOf(who)).toBe(0);
  });
});
