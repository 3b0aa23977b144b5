import { randomUUID } from 'node:crypto';
import { type Look, type PaymentProvider, ProviderUnavailable } from '@heartline/platform';
import {
  type AddedMember,
  addMembers,
  type CoreInTest,
  openTestEngines,
  startCore,
  type TestEngines,
} from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accountsOf, CAN_ALL, payer } from './provider-in-test.ts';

type Word = Look;

let engines: TestEngines;
let inside: CoreInTest;
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };

/** The status that the provider reports, each resolved when the test says so. */
const said: Promise<Word>[] = [];
/** The lasting word on these payments, whoever asks. */
const lasting = new Map<string, Word>();
const opened: (() => Promise<string>)[] = [];
const cancelled: string[] = [];
let asked = 0;
const provider: PaymentProvider = {
  name: 'bridge',
  can: CAN_ALL,
  keyHours: 24,
  async open() {
    const id = await (opened.shift() ?? (async () => randomUUID()))();
    const url = `http://provider.example/${id}`;
    return { id, expiresAt: null, next: { kind: 'redirect', url } };
  },
  async look(id) {
    asked += 1;
    const word = lasting.get(id) ?? (await said.shift());
    return word && { ...word, id };
  },
  async close(id) {
    cancelled.push(id);
    return { outcome: 'closed' };
  },
  find: async () => [],
  refund: async ({ key, cents }) => ({ id: key, key, cents, state: 'done' }),
  readWebhook: ({ body }) => JSON.parse(body.toString()),
  async *list() {},
};

const webhook = (look: string) =>
  inside.core.payments.handleWebhook(undefined, {
    body: Buffer.from(JSON.stringify({ eventId: randomUUID(), look: [look] })),
    headers: {},
    query: {},
  });

beforeAll(async () => {
  engines = await openTestEngines();
  const urls = { mongoUrl: engines.mongo.url, redisUrl: engines.redis.url, names: engines.names };
  inside = await startCore({ ...urls, clock, payments: accountsOf({ bridge: provider }) });
});
afterAll(async () => {
  await inside?.stop();
  await engines?.stop();
});

/** A member with a sign-up of this age. */
async function guest(agoMs: number): Promise<AddedMember> {
  const account = { createdAt: clock.now() - agoMs };
  const [one] = await addMembers(inside.mongo, inside.core, [{ account }]);
  return one as AddedMember;
}

const start = ({ id }: AddedMember) =>
  inside.core.payments.startPayment(payer(id), { key: randomUUID(), package: 'p1', method: 'creditcard' });

async function order(who: AddedMember): Promise<string> {
  const started = await start(who);
  if (!started.ok) throw new Error(started.refusal.code);
  return started.value.payment;
}

const word = (reference: string, state: Word['state']): Word => ({
  id: '',
  state,
  reference,
  cents: 1_999,
  receivedCents: state === 'paid' ? 1_999 : 0,
  currency: 'EUR',
  createdAt: clock.now(),
  refunds: [],
  disputes: [],
  failure: null,
  payer: { country: null, ibanEnd: null },
});

const payments = () =>
  inside.mongo.connection.collection<{
    _id: string;
    member: string;
    state: string;
    priceCents: number;
    providerId: string;
  }>('payments');

describe('provider statuses that overtake each other', () => {
  it('keep credits when “failed” was reported before “paid” and arrives after it', async () => {
    const who = await guest(86_400_000);
    const payment = await order(who);
    aheadMs += 2_000;
    const late = Promise.withResolvers<Word>();
    said.push(late.promise, Promise.resolve(word(payment, 'paid')));
    const before = asked;
    const state = async () => {
      const shown = await inside.core.payments.getPayment(who.id, payment);
      return shown.ok && shown.value.payment.state;
    };
    const first = state();
    await expect.poll(() => asked).toBe(before + 1);
    expect(await state()).toBe('completed');
    late.resolve(word(payment, 'failed'));
    expect(await first).toBe('completed');
    expect((await payments().findOne({ _id: payment }))?.state).toBe('completed');
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 60, premium: true });
  });

  it('close a replaced payment at the provider although it was still being opened', async () => {
    const who = await guest(0);
    const slow = Promise.withResolvers<string>();
    opened.push(() => slow.promise);
    const first = start(who);
    await expect.poll(() => opened.length).toBe(0);
    aheadMs += 31_000;
    const newer = await order(who);
    expect(await payments().findOne({ _id: newer })).toMatchObject({ state: 'pending', priceCents: 1_499 });
    slow.resolve('opened late');
    expect(await first).toMatchObject({ ok: false, refusal: { code: 'PAYMENT_UNAVAILABLE' } });
    expect(cancelled).toContain('opened late');
  });

  it('free a discount half a minute after a crash while the payment was created', async () => {
    const who = await guest(0);
    const held = { payment: 'f'.repeat(24), heldAt: clock.now(), endedAt: null };
    await inside.mongo.connection
      .collection<{ _id: string; [field: string]: unknown }>('bonuses')
      .insertOne({ _id: who.id, endsAt: clock.now() + 14_400_000, ...held });
    expect(await start(who)).toMatchObject({ ok: false, refusal: { code: 'PAYMENT_UNAVAILABLE' } });
    aheadMs += 31_000;
    expect(await payments().findOne({ _id: await order(who) })).toMatchObject({ priceCents: 1_499 });
  });

  it('free a discount at once when the provider could not open the payment', async () => {
    const who = await guest(0);
    const key = randomUUID();
    const wish = { key, package: 'p0', method: 'creditcard' } as const;
    opened.push(() => Promise.reject(new ProviderUnavailable('away')));
    const away = { ok: false, refusal: { code: 'PAYMENT_UNAVAILABLE' } };
    expect(await inside.core.payments.startPayment(payer(who.id), wish)).toMatchObject(away);
    expect(await payments().findOne({ _id: await order(who) })).toMatchObject({ priceCents: 1_499 });
    // The first payment was closed for it, so it cannot be paid as well.
    const used = { ok: false, refusal: { code: 'KEY_REUSED' } };
    expect(await inside.core.payments.startPayment(payer(who.id), wish)).toMatchObject(used);
  });

  it('keep a payment that is being opened for half a minute', async () => {
    const who = await guest(0);
    const slow = Promise.withResolvers<string>();
    opened.push(() => slow.promise);
    const first = start(who);
    await expect.poll(() => opened.length).toBe(0);
    expect(await start(who)).toMatchObject({ ok: false, refusal: { code: 'PAYMENT_UNAVAILABLE' } });
    slow.resolve('in time');
    expect(await first).toMatchObject({ ok: true });
    expect(cancelled).not.toContain('in time');
  });

  it('give a second paid payment of one order back, and grant once', async () => {
    const who = await guest(86_400_000);
    const payment = await order(who);
    said.push(Promise.resolve(word(payment, 'paid')));
    expect(await webhook('another')).toMatchObject({ ok: true });
    // The first paid one counts, whichever it is.
    expect(await payments().findOne({ _id: payment })).toMatchObject({
      state: 'completed',
      providerId: 'another',
    });
    said.push(Promise.resolve(word(payment, 'paid')));
    expect(await webhook('a second one')).toMatchObject({ ok: true });
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 60 });
    expect(await inside.core.payments.strays(['seen'], 10)).toMatchObject([
      { _id: 'bridge:a second one', why: 'second', reference: payment, cents: 1_999 },
    ]);
    said.length = 0;
  });

  it('look at the money of a second payment before each refund of it', async () => {
    const unlisted = vi.spyOn(provider, 'refund').mockImplementation(async ({ key, cents }) => ({
      id: `re-${key}`,
      key,
      cents,
      state: 'pending',
    }));
    onTestFinished(() => unlisted.mockRestore());
    const paid = word('e'.repeat(24), 'paid');
    const refund = { id: 're-stray-a second one', key: null, cents: 1_999 };
    const settle = async (look: Look) => {
      lasting.set('a second one', look);
      aheadMs += 60_000;
      await inside.core.payments.reconcilePayments();
      const rows = await inside.core.payments.strays(['seen', 'refunding', 'done', 'failed'], 10);
      return rows.find(({ _id }) => _id === 'bridge:a second one')?.state;
    };
    expect(await settle(paid)).toBe('refunding');
    // The provider does not list it yet, and then calls it pending: no second refund is asked for.
    expect(await settle(paid)).toBe('refunding');
    expect(await settle({ ...paid, refunds: [{ ...refund, state: 'pending' }] })).toBe('refunding');
    expect(await settle({ ...paid, refunds: [{ ...refund, state: 'done' }] })).toBe('done');
    expect(unlisted).toHaveBeenCalledTimes(1);
  });

  it('give no second payment back that its bank took', async () => {
    const who = await guest(86_400_000);
    const payment = await order(who);
    for (const id of ['own', 'disputed one']) {
      said.push(Promise.resolve(word(payment, 'paid')));
      expect(await webhook(id)).toMatchObject({ ok: true });
    }
    said.length = 0;
    const refunded = vi.spyOn(provider, 'refund');
    onTestFinished(() => refunded.mockRestore());
    const at = clock.now();
    const dispute = { id: 'dp', cents: 1_999, currency: 'EUR', state: 'taken', reason: 'x', at } as const;
    lasting.set('disputed one', { ...word(payment, 'paid'), disputes: [dispute] });
    await inside.core.payments.reconcilePayments();
    expect(refunded).not.toHaveBeenCalled();
    const failed = await inside.core.payments.strays(['failed'], 10);
    expect(failed).toMatchObject([{ _id: 'bridge:disputed one' }]);
  });

  it('are refused for an unknown order in its first hour, then kept for a person', async () => {
    const unknown = 'e'.repeat(24);
    said.push(Promise.resolve(word(unknown, 'paid')));
    expect(await webhook('unknown order')).toMatchObject({ refusal: { code: 'UNAVAILABLE' } });
    const old = { ...word(unknown, 'paid'), createdAt: clock.now() - 3_600_000 };
    said.push(Promise.resolve(old));
    expect(await webhook('unknown order')).toMatchObject({ ok: true });
    expect(await inside.core.payments.strays(['seen'], 10)).toContainEqual(
      expect.objectContaining({ _id: 'bridge:unknown order', why: 'unknown' }),
    );
    said.length = 0;
  });
});

describe('a webhook that precedes the status of the provider', () => {
  it.each([
    ['young', 10 * 3_600_000],
    ['old', 4 * 86_400_000],
  ])('ends a payment that is %s within one or two minutes', async (_, agoMs) => {
    const who = await guest(86_400_000);
    const payment = await order(who);
    const row = await payments().findOne({ _id: payment });
    aheadMs += agoMs;
    const pass = () => inside.core.payments.reconcilePayments();
    await pass();
    const id = row?.providerId ?? '';
    lasting.set(id, word(payment, 'pending'));
    const before = asked;
    expect(await webhook(id)).toMatchObject({ ok: true });
    await expect.poll(() => asked).toBeGreaterThan(before);
    aheadMs += 60_000;
    await pass();
    lasting.set(id, word(payment, 'paid'));
    aheadMs += 60_000;
    await pass();
    expect(await inside.core.credits.balanceOf(who.id)).toMatchObject({ credits: 60, premium: true });
  });
});

describe('a welcome discount that ended on an open page', () => {
  it('opens no payment above the displayed price, and charges the current one', async () => {
    const who = await guest(14_399_000);
    const shown = async () => {
      const { packages } = await inside.core.payments.getPackages({ member: who.id, site: 'default' });
      const { priceCents, currency } = packages.find(({ id }) => id === 'p1')!;
      return { priceCents, currency };
    };
    const before = await shown();
    expect(before.priceCents).toBe(1_499);
    aheadMs += 1_000;
    const key = randomUUID();
    const pay = (seen: typeof before) =>
      inside.core.payments.startPayment(payer(who.id), { key, package: 'p1', method: 'creditcard', seen });
    const changed = { ok: false, refusal: { code: 'PACK_PRICE_CHANGED' } };
    expect(await pay(before)).toMatchObject(changed);
    const now = await shown();
    expect(await pay({ ...now, currency: 'USD' })).toMatchObject(changed);
    expect(await payments().countDocuments({ member: who.id })).toBe(0);
    // Never the price that the client names.
    expect(await pay({ ...now, priceCents: now.priceCents + 500 })).toMatchObject({ ok: true });
    expect(await payments().findOne({ member: who.id })).toMatchObject({ priceCents: 1_999 });
  });
});
