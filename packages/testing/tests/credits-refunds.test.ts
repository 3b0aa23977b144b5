import { randomUUID } from 'node:crypto';
import {
  activate,
  creditsChanged,
  getRefund,
  getUser,
  postMessage,
  type RefundOffer,
  refundChanged,
  signUp,
} from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import { refundableUntil } from '@heartline/domain';
import {
  connectDevice,
  outcomeOf,
  type Person,
  signUpForm,
  startWorld,
  until,
  type WorldWithStubs,
} from '@heartline/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPurchases } from './purchases-in-test.ts';

const DAY = 86_400_000;

describe('refunds of unused credits', () => {
  let world: WorldWithStubs;
  let purchases: ReturnType<typeof createPurchases>;

  beforeAll(async () => {
    world = await startWorld({ here: true, workers: 1, stubs: true });
    purchases = createPurchases(world);
  });
  afterAll(() => world?.stop());

  const core = () => world.gateways[0].core;

  afterEach(async () => {
    world.clock.advance(30_000);
    await core().messaging.sweepMessages(DAY);
    await core().messaging.flush();
    const freeConversations = async () => 2;
    const options = {
      now: world.clock.now() + 1,
      quietMs: 0,
      windowMs: 20 * 365 * DAY,
      whole: true,
      freeConversations,
    };
    expect(await checkInvariants(world.inside.mongo, options)).toEqual([]);
  });

  /** Mails about refunds; the confirmation of the order came before. */
  const receipts = (who: Person) =>
    world.stubs.mailbox.mails(who.email).filter(({ subject }) => !subject.startsWith('Order confirmation'));

  it('pay unspent bought credits but no gifts, and mail when the money was sent', async () => {
    const { who, other, payments } = await purchases.buyer(['p0'], 2);
    const device = await connectDevice(who.http);
    for (let n = 0; n < 5; n += 1) await purchases.spend(who, other);
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    // Two granted credits were spent first, then three of 25 bought ones.
    expect(offer).toMatchObject({ credits: 22, turn: 1, endsPremium: true });
    const price = world.stubs.payments.find(payments[0]!.providerId)!.amountCents;
    expect(offer.cents).toBe(Math.floor((price * 22) / 25));
    await purchases.ask(who, offer);
    await purchases.settled(who, 'completed');
    expect(purchases.paidBack(payments[0]!.providerId)).toBe(offer.cents);
    const { user } = await who.http.call(getUser, {});
    expect(user).toMatchObject({ credits: 0, paid_user: false });
    await device.wait(refundChanged, ({ state }) => state === 'completed');
    expect(device.all(creditsChanged).at(-1)).toMatchObject({ credits: 0, premium: false });
    // The latest comes first.
    const [sent] = await until(
      () => receipts(who),
      (mails) => mails.length === 2,
    );
    expect(sent?.subject).toContain('Your refund from');
    expect(sent?.text).toContain(payments[0]!.payment);
    device.close();
  });

  it('are acknowledged with content and time at once, before the money may move', async () => {
    const { who, payments } = await purchases.buyer();
    const { payment, providerId } = payments[0]!;
    world.stubs.payments.act(providerId, 'refundWaits');
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    const at = world.clock.now();
    await purchases.ask(who, offer);
    await purchases.ask(who, offer);
    const [mail] = await until(
      () => receipts(who),
      (mails) => mails.length > 0,
    );
    const day = new Intl.DateTimeFormat('en-NL', { dateStyle: 'long', timeZone: 'Europe/Amsterdam' });
    expect(mail?.text).toContain(day.format(at));
    expect(mail?.text).toContain(`payment ${payment}`);
    expect(mail?.text).toContain('25 unused credits');
    world.stubs.payments.act(providerId, 'refundDone');
    await purchases.settled(who, 'completed');
    await until(
      () => receipts(who),
      (mails) => mails.length === 2,
    );
    expect(new Set(receipts(who).map(({ subject }) => subject)).size).toBe(2);
  });

  it('freeze the credits while the bank disputes the payment, and are paid after it', async () => {
    const { who, payments } = await purchases.buyer();
    const { providerId } = payments[0]!;
    world.stubs.payments.act(providerId, 'disputed');
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    expect((await purchases.ask(who, offer)).refund).toMatchObject({ state: 'pending', waits: 'dispute' });
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 0 });
    expect(world.stubs.payments.find(providerId)?.refunds).toEqual([]);
    await until(
      () => receipts(who),
      (mails) => mails.length === 1,
    );
    world.stubs.payments.act(providerId, 'disputeWon');
    world.clock.advance(60_000);
    await core().payments.reconcilePayments();
    await purchases.settled(who, 'completed');
    expect(purchases.paidBack(providerId)).toBe(offer.cents);
  });

  it('get a new offer when a message takes a credit of the pack at the same time', async () => {
    const { who, other } = await purchases.buyer(['p0', 'p0']);
    const [{ payment, turn, credits, cents }] = (await purchases.offersOf(who)) as [RefundOffer];
    const { ledger } = core().credits;
    const freshTail = ledger.freshTail.bind(ledger);
    const slow = vi.spyOn(ledger, 'freshTail').mockImplementationOnce(async (owner) => {
      const tail = await freshTail(owner);
      await purchases.spend(who, other);
      return tail;
    });
    const viewer = { member: who.id, site: 'default' };
    const answer = await core().payments.startRefund(viewer, { payment, turn, credits, cents });
    slow.mockRestore();
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'REFUND_CHANGED' } });
    expect((await purchases.offersOf(who))[0]).toMatchObject({ payment, credits: credits - 1 });
  });

  it('happen once for fifty requests beside spending, no credit twice [C6 F23]', async () => {
    const { who, other, payments } = await purchases.buyer();
    const [{ payment, turn, credits, cents }] = (await purchases.offersOf(who)) as [RefundOffer];
    // Bypasses the request limit, which would refuse most of them.
    const refund = async () => {
      const viewer = { member: who.id, site: 'default' };
      const result = await core().payments.startRefund(viewer, { payment, turn, credits, cents });
      return result.ok ? 'OK' : result.refusal.code;
    };
    const outcomes = await Promise.all([
      ...Array.from({ length: 50 }, refund),
      ...Array.from({ length: 5 }, () => outcomeOf(purchases.spend(who, other))),
    ]);
    expect(new Set(outcomes.slice(0, 50)).size).toBe(1);
    const { user } = await who.http.call(getUser, {});
    const isRefunded = outcomes[0] === 'OK';
    const price = world.stubs.payments.find(payments[0]!.providerId)!.amountCents;
    if (isRefunded) await purchases.settled(who, 'completed');
    // Either the refund came before every message, or a message came first and the offer is void.
    expect(outcomes[0]).toBe(isRefunded ? 'OK' : 'REFUND_CHANGED');
    expect(purchases.paidBack(payments[0]!.providerId)).toBe(isRefunded ? price : 0);
    const sent = outcomes.slice(50).filter((one) => one === 'OK').length;
    expect(user.credits).toBe(isRefunded ? 0 : 25 - sent);
    expect(sent).toBe(isRefunded ? 0 : 5);
  });

  it('run when requested again while an older request is given up', async () => {
    const { who, payments } = await purchases.buyer();
    const { providerId } = payments[0]!;
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    // For another amount than offered: only the request is stored.
    expect(await outcomeOf(purchases.ask(who, { ...offer, cents: offer.cents - 1 }))).toBe('REFUND_CHANGED');
    expect((await who.http.call(getRefund, {})).refunds).toEqual([]);
    world.clock.advance(61_000);
    const { credits, payments: paymentsCore } = core();
    const findRefund = credits.findRefund;
    const givenUp = Promise.withResolvers<void>();
    let asked: Promise<unknown> | undefined;
    const slow = vi.spyOn(credits, 'findRefund').mockImplementation(async (...names) => {
      // The same pass checks the requests of other members.
      if (names[1] !== offer.payment) return findRefund(...names);
      if (asked) {
        await givenUp.promise;
        return findRefund(...names);
      }
      // The pass finds no ledger row. Before it gives up, the member asks again, and the row exists.
      const none = await findRefund(...names);
      const { payment, turn, cents } = offer;
      const viewer = { member: who.id, site: 'default' };
      asked = paymentsCore.startRefund(viewer, { payment, turn, credits: offer.credits, cents });
      await until(
        () => findRefund(...names),
        (row) => row !== undefined,
      );
      return none;
    });
    await paymentsCore.reconcilePayments();
    givenUp.resolve();
    expect(await asked).toMatchObject({ ok: true });
    slow.mockRestore();
    await purchases.settled(who, 'completed');
    expect(purchases.paidBack(providerId)).toBe(offer.cents);
  });

  it('notify the member and finish when the gateway died after the ledger write', async () => {
    const { who, payments } = await purchases.buyer();
    const [{ payment, turn, credits, cents }] = (await purchases.offersOf(who)) as [RefundOffer];
    const at = { createdAt: world.clock.now(), checkedAt: world.clock.now() };
    const wish = { member: who.id, payment, turn, credits, cents, currency: 'EUR', refundId: null, ...at };
    await world.inside.mongo.connection
      .collection<{ _id: string; [field: string]: unknown }>('refunds')
      .insertOne({ _id: `${payment}:${turn}`, ...wish, state: 'asked' });
    const decideBy = world.clock.now() + 30_000;
    await core().credits.takeRefund(who.id, {
      payment,
      turn,
      credits,
      cents,
      period: { days: 14, zone: 'UTC' },
      decideBy,
    });
    const device = await connectDevice(who.http);
    await core().payments.reconcilePayments();
    await device.wait(creditsChanged, (balance) => balance.credits === 0 && !balance.premium);
    await purchases.settled(who, 'completed');
    expect(purchases.paidBack(payments[0]!.providerId)).toBe(cents);
    device.close();
  });

  it('return the credits when the provider refuses, and can be requested again', async () => {
    const { who, payments } = await purchases.buyer();
    const { providerId } = payments[0]!;
    world.stubs.payments.act(providerId, 'refundWaits');
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    expect((await purchases.ask(who, offer)).refund.state).toBe('pending');
    // Frozen: neither spendable nor refundable while the money is on its way.
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 0, paid_user: false });
    expect(await purchases.offersOf(who)).toEqual([]);
    world.stubs.payments.act(providerId, 'refundFails');
    await purchases.settled(who, 'failed');
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 25, paid_user: true });
    world.stubs.payments.act(providerId, 'refundDone');
    const [again] = (await purchases.offersOf(who)) as [RefundOffer];
    expect(again).toMatchObject({ turn: 2, credits: 25, cents: offer.cents });
    await purchases.ask(who, again);
    await purchases.settled(who, 'completed', 2);
    expect(purchases.paidBack(providerId)).toBe(offer.cents);
  });

  it('return the credits after a failed refund although the first try is interrupted', async () => {
    const { who, payments } = await purchases.buyer();
    const { providerId } = payments[0]!;
    world.stubs.payments.act(providerId, 'refundWaits');
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    expect((await purchases.ask(who, offer)).refund.state).toBe('pending');
    const cutOff = vi.spyOn(core().credits, 'undoTakenRefund').mockRejectedValue(new Error('cut off'));
    world.stubs.payments.act(providerId, 'refundFails');
    await until(
      async () => cutOff.mock.calls.length,
      (calls) => calls > 0,
    );
    world.clock.advance(60_000);
    await core()
      .payments.reconcilePayments()
      .catch(() => undefined);
    cutOff.mockRestore();
    await core().payments.reconcilePayments();
    await purchases.settled(who, 'failed');
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 25, paid_user: true });
  });

  it('follow the setting refund_days, to the millisecond of its last day [S9-052]', async () => {
    const { who } = await purchases.buyer();
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    const { refund_days: days } = await who.http.call(getRefund, {});
    const period = { days: 14, zone: 'Europe/Amsterdam' };
    expect([days, offer.until]).toEqual([14, refundableUntil(offer.boughtAt, period)]);
    const at = async (refundDays: number, now: number) =>
      (await core().credits.refundOffers(who.id, { days: refundDays, zone: 'UTC' })).length * Number(now > 0);
    expect(await at(14, 1)).toBe(1);
    await world.inside.mongo.connection
      .collection<{ _id: string }>('sites')
      .updateOne({ _id: 'default' }, { $set: { refund_days: 0 } }, { upsert: true });
    world.clock.advance(120_000);
    const after = await until(
      () => who.http.call(getRefund, {}),
      (answer) => answer.refund_days === 0,
    );
    expect(after.offers).toEqual([]);
    expect(await outcomeOf(purchases.ask(who, offer))).toBe('REFUND_CHANGED');
  });

  it('refuse another member’s payment', async () => {
    const { who, payments } = await purchases.buyer();
    const [stranger] = await world.people({});
    const [offer] = (await core().credits.refundOffers(who.id, { days: 14, zone: 'UTC' })) as unknown as [
      RefundOffer,
    ];
    expect(await outcomeOf(purchases.ask(stranger, offer))).toBe('NOT_FOUND');
    expect(purchases.paidBack(payments[0]!.providerId)).toBe(0);
  });

  it('leave the free credits of a new, unpaid account usable [S6-013 S9-004]', async () => {
    const [other] = await world.people({});
    const client = world.browser();
    const form = signUpForm();
    await client.call(signUp, form);
    const { text } = await world.stubs.mailbox.waitFor(form.email, 30_000);
    const token = decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? '');
    await client.call(activate, { token });
    const { settings } = await core().site.settingsOf('default');
    expect((await client.call(getUser, {})).user).toMatchObject({
      credits: settings.signup_credits,
      paid_user: false,
    });
    expect(settings.signup_credits).toBe(3);
    const write = () =>
      client.call(postMessage, { clientId: randomUUID(), profile: other.id, text: 'Hi', credits: 1 });
    for (let n = 0; n < settings.signup_credits; n += 1) await write();
    expect(await outcomeOf(write())).toBe('NOT_ENOUGH_CREDITS');
  });
});
