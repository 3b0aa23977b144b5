import { getRefund, getUser, type RefundOffer, refundChanged } from '@heartline/contracts';
import { paymentEnvironment } from '@heartline/local/payment-accounts';
import { connectDevice, type Person, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPurchases } from './purchases-in-test.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('a refund that the bank sends back', () => {
  let world: WorldWithStubs;
  let purchases: ReturnType<typeof createPurchases>;
  let watched: { inTime: Refunded; late: Refunded };

  beforeAll(async () => {
    world = await startWorld({ here: true, workers: 1, stubs: true });
    purchases = createPurchases(world);
    // Bought before the clock moves on: sessions end after 30 days.
    watched = { inTime: await refunded(), late: await refunded() };
  });
  afterAll(() => world?.stop());

  const core = () => world.gateways[0].core;
  /** The operator’s commands, which reach the provider. */
  const operator = () =>
    adminOf(world, paymentEnvironment(world.stubs.payments.origin, world.secrets, 'bridge'));

  /** A member whose refund was paid. */
  async function refunded() {
    const { who, payments } = await purchases.buyer();
    const { providerId, payment } = payments[0]!;
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    await purchases.ask(who, offer);
    await purchases.settled(who, 'completed');
    return { who, providerId, payment, offer };
  }

  type Refunded = Awaited<ReturnType<typeof refunded>>;

  interface Row {
    _id: string;
    n: number;
    number: string;
    turn: number | null;
    of: string | null;
    grossCents: number;
    vatCents: number;
  }
  const receiptsOf = (payment: string) =>
    world.inside.mongo.connection.collection<Row>('receipts').find({ payment }).sort({ n: 1 }).toArray();

  const bouncedMails = (who: Person) =>
    world.stubs.mailbox.mails(who.email).filter(({ subject }) => subject.includes('came back'));

  it('returns the credits and premium once, and notifies the member by event and mail', async () => {
    const { who, providerId, payment } = await refunded();
    const device = await connectDevice(who.http);
    for (let n = 0; n < 3; n += 1) world.stubs.payments.act(providerId, 'refundBounces');
    await purchases.settled(who, 'bounced');
    await core().payments.reconcilePayments();
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 25, paid_user: true });
    await device.wait(refundChanged, ({ state }) => state === 'bounced');
    const [mail] = await until(
      () => bouncedMails(who),
      (mails) => mails.length > 0,
    );
    expect(mail?.text).toContain(payment);
    expect(bouncedMails(who)).toHaveLength(1);
    device.close();
  });

  it('can be asked for again, and is then paid once', async () => {
    const { who, providerId, payment, offer } = await refunded();
    world.stubs.payments.act(providerId, 'refundBounces');
    await purchases.settled(who, 'bounced');
    const [again] = (await purchases.offersOf(who)) as [RefundOffer];
    expect(again).toMatchObject({ turn: 2, cents: offer.cents });
    await purchases.ask(who, again);
    await purchases.settled(who, 'completed', 2);
    expect(purchases.paidBack(providerId)).toBe(offer.cents);
    const rows = await receiptsOf(payment);
    expect(rows.map(({ grossCents }) => grossCents)).toEqual([999, -999, 999, -999]);
    expect(rows.map(({ vatCents }) => vatCents)).toEqual([173, -173, 173, -173]);
    expect(rows.map(({ turn, of }) => [turn, of])).toEqual([
      [null, null],
      [1, rows[0]!.number],
      [1, rows[1]!.number],
      [2, rows[0]!.number],
    ]);
  });

  it('is found within a day when its webhook is lost', async () => {
    const { who, providerId } = await refunded();
    const found = world.stubs.payments.find(providerId)!;
    // As the action does, without its webhook.
    found.refunds = found.refunds.map((one) => ({ ...one, state: 'failed' as const }));
    await core().payments.reconcilePayments();
    expect((await who.http.call(getRefund, {})).refunds[0]?.state).toBe('completed');
    world.clock.advance(DAY);
    await core().payments.reconcilePayments();
    expect((await who.http.call(getRefund, {})).refunds[0]?.state).toBe('bounced');
  });

  it('that the provider refuses returns the credits, mails the member and is listed', async () => {
    const { who, payments } = await purchases.buyer();
    const { providerId, payment } = payments[0]!;
    world.stubs.payments.act(providerId, 'refundWaits');
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    await purchases.ask(who, offer);
    world.stubs.payments.act(providerId, 'refundFails');
    await purchases.settled(who, 'failed');
    const [mail] = await until(
      () => world.stubs.mailbox.mails(who.email).filter(({ subject }) => subject.includes('couldn’t send')),
      (mails) => mails.length > 0,
    );
    expect(mail?.text).toContain(payment);
    expect((await core().payments.figures()).refunds.failed).toBeGreaterThan(0);
    const admin = operator();
    expect((await admin('refunds', 'list')).out).toContain(`${payment}:1`);
    const handled = await admin('refunds', 'handled', `${payment}:1`, '--reason', 'Reached the member');
    expect(handled.code).toBe(0);
    expect((await admin('refunds', 'list')).out).not.toContain(`${payment}:1`);
  });

  it('waits for a person who pays when the way to pay takes no refund', async () => {
    const { who, payments } = await purchases.buyer();
    const { providerId, payment } = payments[0]!;
    const bought = world.inside.mongo.connection.collection<{ _id: string }>('payments');
    const { account } = (await bought.findOne({ _id: payment })) as unknown as { account: string };
    const provider = core().payments.accounts.of(account)!;
    const { can } = provider;
    Object.assign(provider, { can: { ...can, creditcard: { refund: 'no', close: 'always' } } });
    onTestFinished(() => void Object.assign(provider, { can }));
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    expect((await purchases.ask(who, offer)).refund.state).toBe('pending');
    expect((await who.http.call(getUser, {})).user.credits).toBe(0);
    expect((await core().payments.figures()).refunds.person).toBe(1);
    const admin = operator();
    const id = `${payment}:1`;
    expect((await admin('refunds', 'list')).out).toContain(id);
    const why = ['--reason', 'Paid by transfer'];
    expect((await admin('refunds', 'handled', id, ...why)).code).toBe(1);
    expect((await admin('refunds', 'handled', id, '--paid', ...why)).code).toBe(0);
    await purchases.settled(who, 'completed');
    expect((await admin('refunds', 'list')).out).not.toContain(id);
    expect(purchases.paidBack(providerId)).toBe(0);
  });

  it('ends without a payout when the bank took the money for good', async () => {
    const { who, payments } = await purchases.buyer();
    const { providerId } = payments[0]!;
    world.stubs.payments.act(providerId, 'disputed');
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    expect((await purchases.ask(who, offer)).refund).toMatchObject({ waits: 'dispute' });
    const found = world.stubs.payments.find(providerId)!;
    found.disputes = found.disputes.map((one) => ({ ...one, state: 'lost' as const }));
    world.clock.advance(60_000);
    await core().payments.reconcilePayments();
    await purchases.settled(who, 'completed');
    expect((await who.http.call(getUser, {})).user.credits).toBe(0);
    expect(purchases.paidBack(providerId)).toBe(0);
  });

  it('takes the credits out when an operator pays a returned refund by hand', async () => {
    const { who, providerId, payment } = await refunded();
    world.stubs.payments.act(providerId, 'refundBounces');
    await purchases.settled(who, 'bounced');
    const admin = operator();
    const why = ['--reason', 'Paid by transfer'];
    const refund = ['refund', who.id, payment, '--amount', '9.99', '--by-hand', ...why];
    expect((await admin('payments', ...refund)).code).toBe(0);
    expect((await who.http.call(getUser, {})).user.credits).toBe(0);
    expect((await who.http.call(getRefund, {})).refunds).toContainEqual(
      expect.objectContaining({ turn: 2, state: 'pending', waits: 'person' }),
    );
    expect((await admin('refunds', 'handled', `${payment}:2`, '--paid', ...why)).code).toBe(0);
    await purchases.settled(who, 'completed', 2);
    expect(world.stubs.payments.find(providerId)?.refunds).toHaveLength(1);
  });

  it('keeps the credits out when a dispute fails a refund that was under way', async () => {
    const { who, payments } = await purchases.buyer();
    const { providerId } = payments[0]!;
    world.stubs.payments.act(providerId, 'refundWaits');
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    expect((await purchases.ask(who, offer)).refund).toMatchObject({ state: 'pending', waits: null });
    world.stubs.payments.act(providerId, 'disputed');
    world.stubs.payments.act(providerId, 'refundFails');
    world.clock.advance(60_000);
    await core().payments.reconcilePayments();
    // The webhooks act on the same refund at the same time.
    const refundsOf = async () => (await who.http.call(getRefund, {})).refunds;
    await expect.poll(refundsOf).toMatchObject([{ state: 'pending', waits: 'dispute' }]);
    expect((await who.http.call(getUser, {})).user.credits).toBe(0);
    // The bank gave the money back, and the refund is still the one that failed.
    world.stubs.payments.act(providerId, 'disputeWon');
    world.clock.advance(60_000);
    await core().payments.reconcilePayments();
    await purchases.settled(who, 'failed');
    expect((await who.http.call(getUser, {})).user.credits).toBe(25);
  });

  it('is listed for operators until they dealt with it', async () => {
    const { who, providerId, payment } = await refunded();
    world.stubs.payments.act(providerId, 'refundBounces');
    await purchases.settled(who, 'bounced');
    expect((await core().payments.figures()).refunds.bounced).toBeGreaterThan(0);
    const admin = operator();
    const id = `${payment}:1`;
    expect((await admin('refunds', 'list')).out).toContain(id);
    const why = ['--reason', 'Paid by hand to another account'];
    expect((await admin('refunds', 'handled', id, ...why)).code).toBe(0);
    expect((await admin('refunds', 'handled', id, ...why)).code).toBe(0);
    expect((await admin('refunds', 'list')).out).not.toContain(id);
    const refused = await admin('refunds', 'handled', `${payment}:9`, ...why);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('There is no refund');
  });

  it('can be asked for again for the whole period after it came back', async () => {
    onTestFinished(world.clock.hold());
    const { who, providerId } = await refunded();
    world.clock.advance(15 * DAY);
    world.stubs.payments.act(providerId, 'refundBounces');
    await purchases.settled(who, 'bounced');
    const [again] = (await purchases.offersOf(who)) as [RefundOffer];
    expect(again.until - world.clock.now()).toBeGreaterThan(13 * DAY);
    await purchases.ask(who, again);
    await purchases.settled(who, 'completed', 2);
  });

  it('lets an operator refund after the period, and nobody else', async () => {
    onTestFinished(world.clock.hold());
    const { who } = await purchases.buyer();
    const viewer = { member: who.id, site: 'default' };
    const { payments } = core();
    const [offer] = (await payments.getRefund(viewer)).offers;
    const { payment, turn, credits, cents } = offer!;
    world.clock.advance(17 * DAY);
    expect((await payments.getRefund(viewer)).offers).toEqual([]);
    expect((await payments.getRefund(viewer, { late: true })).offers).toHaveLength(1);
    const wish = { payment, turn, credits, cents, endsPremium: true };
    expect(await payments.startRefund(viewer, wish)).toMatchObject({ ok: false });
    expect(await payments.startRefund(viewer, wish, { late: true })).toMatchObject({ ok: true });
  });

  it('is looked for during 60 days, and no longer', async () => {
    const refunds = world.inside.mongo.connection.collection<{ _id: string; state: string; paidAt: number }>(
      'refunds',
    );
    const read = async ({ payment }: Refunded) => (await refunds.findOne({ _id: `${payment}:1` }))!;
    const { paidAt } = await read(watched.inTime);
    for (let day = 1; day <= 61; day += 1) {
      // The bank sends the money back, and the webhook is lost.
      const bounced = { 59: watched.inTime, 61: watched.late }[day];
      const found = bounced && world.stubs.payments.find(bounced.providerId);
      if (found) found.refunds = found.refunds.map((one) => ({ ...one, state: 'failed' as const }));
      world.clock.advance(Math.max(0, paidAt + day * DAY + HOUR - world.clock.now()));
      await core().payments.reconcilePayments();
    }
    const states = [(await read(watched.inTime)).state, (await read(watched.late)).state];
    expect(states).toEqual(['bounced', 'completed']);
  });

  it('and keeps the invariants', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
