import { randomUUID } from 'node:crypto';
import {
  activate,
  creditsChanged,
  getInvisible,
  getRefund,
  getUser,
  type PackageId,
  postMessage,
  type RefundOffer,
  refundChanged,
  setInvisible,
  signUp,
  startPayment,
  startRefund,
} from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import {
  connectDevice,
  outcomeOf,
  type Person,
  signUpForm,
  startWorld,
  until,
  type WorldWithNeighbours,
} from '@heartline/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

const DAY = 86_400_000;

describe('refunds of unused credits', () => {
  let house: WorldWithNeighbours;

  beforeAll(async () => {
    house = await startWorld({ here: true, workers: 1, neighbours: true });
  });
  afterAll(() => house?.stop());

  const core = () => house.gateways[0].core;

  afterEach(async () => {
    house.clock.advance(30_000);
    await core().messaging.sweepMessages(DAY);
    await core().messaging.flush();
    const freeConversations = async () => 2;
    const options = {
      now: house.clock.now() + 1,
      quietMs: 0,
      windowMs: 20 * 365 * DAY,
      whole: true,
      freeConversations,
    };
    expect(await checkInvariants(house.inside.mongo, options)).toEqual([]);
  });

  /** Buys one pack and waits for its credits. */
  async function buy(who: Person, pack: PackageId) {
    const { payment, redirect } = await who.http.call(startPayment, {
      key: randomUUID(),
      package: pack,
      method: 'creditcard',
    });
    const providerId = redirect.slice(redirect.lastIndexOf('/') + 1);
    house.neighbours.payments.act(providerId, 'pay');
    const granted = async () =>
      (await core().credits.ledger.find(who.id, `payment:${payment}`)) !== undefined;
    await until(granted, (done) => done);
    return { payment, providerId };
  }

  /** Somebody who paid for packs; what became of each at the provider. */
  async function buyer(packs: PackageId[] = ['p0'], bonus = 0) {
    const [who, other] = await house.people({ account: { createdAt: house.clock.now() - DAY } }, {});
    if (bonus > 0) await core().credits.grant(who.id, { key: 'signup', credits: bonus, reason: 'signup' });
    const payments: { payment: string; providerId: string }[] = [];
    for (const pack of packs) payments.push(await buy(who, pack));
    await until(
      () => who.http.call(getUser, {}),
      ({ user }) => user.paid_user,
    );
    return { who, other, payments };
  }

  const offersOf = async (who: Person) => (await who.http.call(getRefund, {})).offers;
  const ask = (who: Person, { payment, turn, credits, cents }: RefundOffer) =>
    who.http.call(startRefund, { payment, turn, credits, cents });
  const spend = (who: Person, other: Person) =>
    who.http.call(postMessage, { clientId: randomUUID(), profile: other.id, text: 'Hi', credits: 1 });
  const paidBack = (providerId: string) =>
    (house.neighbours.payments.find(providerId)?.refunds ?? [])
      .filter(({ state }) => state === 'done')
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const settled = (who: Person, state: 'completed' | 'failed', turn = 1) =>
    until(
      async () => (await who.http.call(getRefund, {})).refunds.find((one) => one.turn === turn)?.state,
      (now) => now === state,
    );
  const receipts = (who: Person) => house.neighbours.mailbox.mails(who.email);

  it('pays the unspent bought credits back, gifts not; premium ends with the last purchase; a dated receipt comes', async () => {
    const { who, other, payments } = await buyer(['p0'], 2);
    const device = await connectDevice(who.http);
    for (let n = 0; n < 5; n += 1) await spend(who, other);
    const [offer] = (await offersOf(who)) as [RefundOffer];
    // Two given ones went first, then three of 25 that were bought.
    expect(offer).toMatchObject({ credits: 22, turn: 1, endsPremium: false });
    const price = house.neighbours.payments.find(payments[0]!.providerId)!.amountCents;
    expect(offer.cents).toBe(Math.floor((price * 22) / 25));
    await ask(who, offer);
    await settled(who, 'completed');
    expect(paidBack(payments[0]!.providerId)).toBe(offer.cents);
    const { user } = await who.http.call(getUser, {});
    // A part of the pack was used, so premium stays.
    expect(user).toMatchObject({ credits: 0, paid_user: true });
    await device.wait(refundChanged, ({ state }) => state === 'completed');
    expect(device.all(creditsChanged).at(-1)).toMatchObject({ credits: 0, premium: true });
    await until(
      () => receipts(who),
      (mails) => mails.length === 1,
    );
    expect(receipts(who)[0]?.text).toContain(payments[0]!.payment);
    device.close();
  });

  it('ends premium when every purchase is refunded whole, and not one purchase earlier', async () => {
    const { who } = await buyer(['p0', 'p0']);
    await who.http.call(setInvisible, { invisible: true });
    const [first, second] = (await offersOf(who)) as [RefundOffer, RefundOffer];
    await ask(who, first);
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 25, paid_user: true });
    expect(await who.http.call(getInvisible, {})).toEqual({ invisible: true, premium: true });
    const [last] = (await offersOf(who)) as [RefundOffer];
    expect(last).toMatchObject({ payment: second.payment, endsPremium: true });
    await ask(who, last);
    await until(
      () => who.http.call(getUser, {}),
      ({ user }) => user.credits === 0 && !user.paid_user,
    );
    // What came with it goes with it.
    expect(await who.http.call(getInvisible, {})).toEqual({ invisible: false, premium: false });
  });

  it('a pack bought while another one is refunded whole keeps premium', async () => {
    const { who } = await buyer(['p0']);
    const [offer] = (await offersOf(who)) as [RefundOffer];
    const { ledger } = core().credits;
    const freshTail = ledger.freshTail.bind(ledger);
    const slow = vi.spyOn(ledger, 'freshTail').mockImplementationOnce(async (owner) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await buy(who, 'p1');
      return freshTail(owner);
    });
    const viewer = { member: who.id, site: 'default' };
    const { payment, turn, credits, cents } = offer;
    expect(await core().payments.startRefund(viewer, { payment, turn, credits, cents })).toMatchObject({
      ok: true,
    });
    slow.mockRestore();
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 60, paid_user: true });
  });

  it('of a pack of which a message of the same moment took a credit is another one', async () => {
    const { who, other } = await buyer(['p0', 'p0']);
    const [{ payment, turn, credits, cents }] = (await offersOf(who)) as [RefundOffer];
    const { ledger } = core().credits;
    const freshTail = ledger.freshTail.bind(ledger);
    const slow = vi.spyOn(ledger, 'freshTail').mockImplementationOnce(async (owner) => {
      const tail = await freshTail(owner);
      await spend(who, other);
      return tail;
    });
    const viewer = { member: who.id, site: 'default' };
    const answer = await core().payments.startRefund(viewer, { payment, turn, credits, cents });
    slow.mockRestore();
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'REFUND_CHANGED' } });
    expect((await offersOf(who))[0]).toMatchObject({ payment, credits: credits - 1 });
  });

  it('a purchase that was cut off before its end makes nobody premium again who was refunded meanwhile', async () => {
    const { who, payments } = await buyer();
    const { payment } = payments[0]!;
    const stored = house.inside.mongo.connection.collection<{ _id: string; grantedAt: number | null }>(
      'payments',
    );
    await until(
      () => stored.findOne({ _id: payment }),
      (row) => row?.grantedAt != null,
    );
    const [offer] = (await offersOf(who)) as [RefundOffer];
    await ask(who, offer);
    await settled(who, 'completed');
    // Who gave the credits died before they noted it: the next pass walks the same steps.
    await stored.updateOne({ _id: payment }, { $set: { grantedAt: null } });
    await core().payments.reconcilePayments();
    expect((await stored.findOne({ _id: payment }))?.grantedAt).not.toBeNull();
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 0, paid_user: false });
    expect(await core().accounts.accountOf(who.id)).toMatchObject({ premiumAt: null });
  });

  it('C6 F23 the same refund fifty times at once, beside spending, is one refund, and no credit is both', async () => {
    const { who, other, payments } = await buyer();
    const [{ payment, turn, credits, cents }] = (await offersOf(who)) as [RefundOffer];
    // Past the limit of calls, which would turn most of them away.
    const refund = async () => {
      const viewer = { member: who.id, site: 'default' };
      const result = await core().payments.startRefund(viewer, { payment, turn, credits, cents });
      return result.ok ? 'OK' : result.refusal.code;
    };
    const outcomes = await Promise.all([
      ...Array.from({ length: 50 }, refund),
      ...Array.from({ length: 5 }, () => outcomeOf(spend(who, other))),
    ]);
    expect(new Set(outcomes.slice(0, 50)).size).toBe(1);
    const { user } = await who.http.call(getUser, {});
    const isRefunded = outcomes[0] === 'OK';
    const price = house.neighbours.payments.find(payments[0]!.providerId)!.amountCents;
    if (isRefunded) await settled(who, 'completed');
    // Either it came before every message, or a message came first and what was offered is there no more.
    expect(outcomes[0]).toBe(isRefunded ? 'OK' : 'REFUND_CHANGED');
    expect(paidBack(payments[0]!.providerId)).toBe(isRefunded ? price : 0);
    const sent = outcomes.slice(50).filter((one) => one === 'OK').length;
    expect(user.credits).toBe(isRefunded ? 0 : 25 - sent);
    expect(sent).toBe(isRefunded ? 0 : 5);
  });

  it('asked for again while an older wish for it is given up, is carried out', async () => {
    const { who, payments } = await buyer();
    const { providerId } = payments[0]!;
    const [offer] = (await offersOf(who)) as [RefundOffer];
    // Of another amount than is offered: the wish stands, and nothing else.
    expect(await outcomeOf(ask(who, { ...offer, cents: offer.cents - 1 }))).toBe('REFUND_CHANGED');
    expect((await who.http.call(getRefund, {})).refunds).toEqual([]);
    house.clock.advance(61_000);
    const { credits, payments: desk } = core();
    const findRefund = credits.findRefund;
    const givenUp = Promise.withResolvers<void>();
    let asked: Promise<unknown> | undefined;
    const slow = vi.spyOn(credits, 'findRefund').mockImplementation(async (...names) => {
      // What other members left is looked at by the same pass.
      if (names[1] !== offer.payment) return findRefund(...names);
      if (asked) {
        await givenUp.promise;
        return findRefund(...names);
      }
      // The pass finds no row of the ledger; before it says so the member asks again, and the row is there.
      const none = await findRefund(...names);
      const { payment, turn, cents } = offer;
      const viewer = { member: who.id, site: 'default' };
      asked = desk.startRefund(viewer, { payment, turn, credits: offer.credits, cents });
      await until(
        () => findRefund(...names),
        (row) => row !== undefined,
      );
      return none;
    });
    await desk.reconcilePayments();
    givenUp.resolve();
    expect(await asked).toMatchObject({ ok: true });
    slow.mockRestore();
    await settled(who, 'completed');
    expect(paidBack(providerId)).toBe(offer.cents);
  });

  it('whose gateway died right after the ledger took the credits: the next pass tells the member, and ends it', async () => {
    const { who, payments } = await buyer();
    const [{ payment, turn, credits, cents }] = (await offersOf(who)) as [RefundOffer];
    const at = { createdAt: house.clock.now(), checkedAt: house.clock.now() };
    const wish = { member: who.id, payment, turn, credits, cents, currency: 'EUR', refundId: null, ...at };
    await house.inside.mongo.connection
      .collection<{ _id: string; [field: string]: unknown }>('refunds')
      .insertOne({ _id: `${payment}:${turn}`, ...wish, state: 'asked' });
    const decideBy = house.clock.now() + 30_000;
    await core().credits.takeRefund(who.id, { payment, turn, credits, cents, days: 14, decideBy });
    const device = await connectDevice(who.http);
    await core().payments.reconcilePayments();
    await device.wait(creditsChanged, (balance) => balance.credits === 0 && !balance.premium);
    await settled(who, 'completed');
    expect(paidBack(payments[0]!.providerId)).toBe(cents);
    device.close();
  });

  it('a provider that refuses gives the credits back, and it can be asked again', async () => {
    const { who, payments } = await buyer();
    const { providerId } = payments[0]!;
    house.neighbours.payments.act(providerId, 'refundWaits');
    const [offer] = (await offersOf(who)) as [RefundOffer];
    expect((await ask(who, offer)).refund.state).toBe('pending');
    // Frozen: neither to spend nor to refund again while the money is on its way.
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 0, paid_user: false });
    expect(await offersOf(who)).toEqual([]);
    house.neighbours.payments.act(providerId, 'refundFails');
    await settled(who, 'failed');
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 25, paid_user: true });
    house.neighbours.payments.act(providerId, 'refundDone');
    const [again] = (await offersOf(who)) as [RefundOffer];
    expect(again).toMatchObject({ turn: 2, credits: 25, cents: offer.cents });
    await ask(who, again);
    await settled(who, 'completed', 2);
    expect(paidBack(providerId)).toBe(offer.cents);
  });

  it('that failed gives the credits back also where the first try to is cut off', async () => {
    const { who, payments } = await buyer();
    const { providerId } = payments[0]!;
    house.neighbours.payments.act(providerId, 'refundWaits');
    const [offer] = (await offersOf(who)) as [RefundOffer];
    expect((await ask(who, offer)).refund.state).toBe('pending');
    const cutOff = vi.spyOn(core().credits, 'undoTakenRefund').mockRejectedValue(new Error('cut off'));
    house.neighbours.payments.act(providerId, 'refundFails');
    await until(
      async () => cutOff.mock.calls.length,
      (calls) => calls > 0,
    );
    house.clock.advance(60_000);
    await core()
      .payments.reconcilePayments()
      .catch(() => undefined);
    cutOff.mockRestore();
    await core().payments.reconcilePayments();
    await settled(who, 'failed');
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 25, paid_user: true });
  });

  it('S9-052 follows the setting refund_days, to the millisecond of its last day', async () => {
    const { who } = await buyer();
    const [offer] = (await offersOf(who)) as [RefundOffer];
    const { refund_days: days } = await who.http.call(getRefund, {});
    expect([days, offer.until - offer.boughtAt]).toEqual([14, 14 * DAY]);
    const at = async (refundDays: number, now: number) =>
      (await core().credits.refundOffers(who.id, refundDays)).length * Number(now > 0);
    expect(await at(14, 1)).toBe(1);
    await house.inside.mongo.connection
      .collection<{ _id: string }>('sites')
      .updateOne({ _id: 'default' }, { $set: { refund_days: 0 } }, { upsert: true });
    house.clock.advance(120_000);
    const after = await until(
      () => who.http.call(getRefund, {}),
      (answer) => answer.refund_days === 0,
    );
    expect(after.offers).toEqual([]);
    expect(await outcomeOf(ask(who, offer))).toBe('REFUND_CHANGED');
  });

  it('nobody refunds another member’s payment', async () => {
    const { who, payments } = await buyer();
    const [stranger] = await house.people({});
    const [offer] = (await core().credits.refundOffers(who.id, 14)) as unknown as [RefundOffer];
    expect(await outcomeOf(ask(stranger, offer))).toBe('NOT_FOUND');
    expect(paidBack(payments[0]!.providerId)).toBe(0);
  });

  it('S6-013 S9-004 a new account has its free credits, and sends that many messages without having paid', async () => {
    const [other] = await house.people({});
    const client = house.browser();
    const form = signUpForm();
    await client.call(signUp, form);
    const { text } = await house.neighbours.mailbox.waitFor(form.email, 30_000);
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

  it('S1-016 S3-003 S3-004 S6-016 any purchase makes premium for life: years later, with 0 credits, it still is', async () => {
    const { who, other } = await buyer(['p0']);
    const [before] = await house.people({});
    expect((await before.http.call(getUser, {})).user).toMatchObject({ credits: 0, paid_user: false });
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 25, paid_user: true });
    for (let n = 0; n < 25; n += 1) await spend(who, other);
    const years = 9 * 365 * DAY;
    await house.inside.mongo.connection
      .collection('sessions')
      .updateMany({ member: who.id }, { $set: { expiresAt: house.clock.now() + 2 * years } });
    house.clock.advance(years);
    const { user } = await who.http.call(getUser, {}).finally(() => house.clock.advance(-years));
    expect(user).toMatchObject({ credits: 0, paid_user: true });
  });
});
