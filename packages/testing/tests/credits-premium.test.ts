import {
  creditsChanged,
  getInvisible,
  getOwnProfile,
  getUser,
  ownChanged,
  type RefundOffer,
  setInvisible,
  unsendMessage,
} from '@heartline/contracts';
import { checkInvariants } from '@heartline/core';
import { connectDevice, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPurchases } from './purchases-in-test.ts';

const DAY = 86_400_000;

describe('Premium by the unrefunded part of purchases', () => {
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

  it('ends on every device when a refund exceeds half of the price', async () => {
    // A pack of 25 credits for 999 cents: 12 of them are 479 cents, 13 are 519.
    for (const [left, ends] of [
      [12, false],
      [13, true],
    ] as const) {
      const { who, other } = await purchases.buyer(['p0']);
      for (let n = left; n < 25; n += 1) await purchases.spend(who, other);
      const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
      expect(offer).toMatchObject({ credits: left, endsPremium: ends });
      const devices = await Promise.all([connectDevice(who.http), connectDevice(who.http)]);
      await purchases.ask(who, offer);
      await purchases.settled(who, 'completed');
      for (const device of devices) {
        await device.wait(creditsChanged, ({ credits, premium }) => credits === 0 && premium !== ends);
        if (ends) await device.wait(ownChanged);
        device.close();
      }
      expect((await who.http.call(getUser, {})).user.paid_user).toBe(!ends);
      expect((await who.http.call(getOwnProfile, {})).profile.photo_limit).toBe(ends ? 3 : 25);
    }
  });

  it('ends when every purchase is refunded in full, and not one purchase earlier', async () => {
    const { who } = await purchases.buyer(['p0', 'p0']);
    await who.http.call(setInvisible, { invisible: true });
    const [first, second] = (await purchases.offersOf(who)) as [RefundOffer, RefundOffer];
    await purchases.ask(who, first);
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 25, paid_user: true });
    expect(await who.http.call(getInvisible, {})).toEqual({ invisible: true, premium: true });
    const [last] = (await purchases.offersOf(who)) as [RefundOffer];
    expect(last).toMatchObject({ payment: second.payment, endsPremium: true });
    await purchases.ask(who, last);
    await until(
      () => who.http.call(getUser, {}),
      ({ user }) => user.credits === 0 && !user.paid_user,
    );
    // The features of Premium end with it.
    expect(await who.http.call(getInvisible, {})).toEqual({ invisible: false, premium: false });
  });

  it('stays when a pack is bought while another one is refunded in full', async () => {
    const { who } = await purchases.buyer(['p0']);
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    const { ledger } = core().credits;
    const freshTail = ledger.freshTail.bind(ledger);
    const slow = vi.spyOn(ledger, 'freshTail').mockImplementationOnce(async (owner) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await purchases.buy(who, 'p1');
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

  it('does not return through an interrupted purchase that was refunded meanwhile', async () => {
    const { who, payments } = await purchases.buyer();
    const { payment } = payments[0]!;
    const stored = world.inside.mongo.connection.collection<{ _id: string; grantedAt: number | null }>(
      'payments',
    );
    await until(
      () => stored.findOne({ _id: payment }),
      (row) => row?.grantedAt != null,
    );
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    await purchases.ask(who, offer);
    await purchases.settled(who, 'completed');
    // The process that granted the credits died before it recorded that. The next pass repeats the steps.
    await stored.updateOne({ _id: payment }, { $set: { grantedAt: null } });
    await core().payments.reconcilePayments();
    expect((await stored.findOne({ _id: payment }))?.grantedAt).not.toBeNull();
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 0, paid_user: false });
    expect(await core().accounts.accountOf(who.id)).toMatchObject({ premiumAt: null });
  });

  it('does not return after a failed refund if less than half of a pack was kept', async () => {
    const { who, other, payments } = await purchases.buyer();
    const sent = await purchases.spend(who, other);
    for (let n = 0; n < 9; n += 1) await purchases.spend(who, other);
    const [offer] = (await purchases.offersOf(who)) as [RefundOffer];
    await purchases.ask(who, offer);
    await purchases.settled(who, 'completed');
    // An unsent message makes a credit of the pack refundable again.
    await who.http.call(unsendMessage, { conversation: sent.message.conversation, seq: sent.message.seq });
    await until(
      () => purchases.offersOf(who),
      (offers) => offers.length === 1,
    );
    const { providerId } = payments[0]!;
    world.stubs.payments.act(providerId, 'refundWaits');
    const [rest] = (await purchases.offersOf(who)) as [RefundOffer];
    expect(rest).toMatchObject({ credits: 1, turn: 2, endsPremium: false });
    await purchases.ask(who, rest);
    world.stubs.payments.act(providerId, 'refundFails');
    await purchases.settled(who, 'failed', 2);
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 1, paid_user: false });
  });

  it('lasts for life after any purchase, even with 0 credits [S1-016 S3-003 S3-004 S6-016]', async () => {
    const { who, other } = await purchases.buyer(['p0']);
    const [before] = await world.people({});
    expect((await before.http.call(getUser, {})).user).toMatchObject({ credits: 0, paid_user: false });
    expect((await who.http.call(getUser, {})).user).toMatchObject({ credits: 25, paid_user: true });
    for (let n = 0; n < 25; n += 1) await purchases.spend(who, other);
    const years = 9 * 365 * DAY;
    await world.inside.mongo.connection
      .collection('sessions')
      .updateMany({ member: who.id }, { $set: { expiresAt: world.clock.now() + 2 * years } });
    world.clock.advance(years);
    const { user } = await who.http.call(getUser, {}).finally(() => world.clock.advance(-years));
    expect(user).toMatchObject({ credits: 0, paid_user: true });
  });
});
