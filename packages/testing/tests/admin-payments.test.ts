import { randomUUID } from 'node:crypto';
import { type PaymentMethod, startPayment } from '@heartline/contracts';
import { paymentEnvironment } from '@heartline/local/payment-accounts';
import { type Person, startWorld, until, type WorldWithStubs } from '@heartline/testing';
import { adminOf } from '@heartline/testing/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { providerIdOf } from './provider-in-test.ts';

/** The operators' command for payments, strays, ways to pay and webhooks. */
let world: WorldWithStubs;
let admin: ReturnType<typeof adminOf>;

/** Accounts beside the bridge that only the operators' command has here; nothing answers at this address. */
const NOWHERE = 'http://127.0.0.1:1';
const ACCOUNTS = JSON.stringify({
  main: { provider: 'stripe', key: 'sk_test_1', webhookSecret: 'w'.repeat(16), url: NOWHERE },
});

beforeAll(async () => {
  world = await startWorld({ here: true, stubs: true });
  admin = adminOf(world, {
    PAYMENT_URL: world.stubs.payments.origin,
    PAYMENT_KEY: world.secrets.paymentKey,
    PAYMENT_ACCOUNTS: ACCOUNTS,
  });
});
afterAll(() => world?.stop());

const why = ['--reason', 'Asked for by the member'];

async function json<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await admin('--json', ...args);
  if (code !== 0) throw new Error(`exit ${code}: ${err}`);
  return JSON.parse(out) as T;
}

async function order(who: Person, method: PaymentMethod = 'creditcard') {
  const wish = { key: randomUUID(), package: 'p1', method } as const;
  const { payment, redirect } = await who.http.call(startPayment, wish);
  return { payment, providerId: providerIdOf(redirect) };
}

/** A Dutch member and a fresh order. */
async function ordered() {
  const name = `Mara ${randomUUID().slice(0, 8)}`;
  const [who] = await world.people({ name });
  return { who, name, ...(await order(who)) };
}

interface Row {
  _id: string;
  state: string;
  reason: string | null;
  grantedAt: number | null;
}
const payments = () => world.inside.mongo.connection.collection<Row>('payments');
const rowOf = (payment: string) => payments().findOne({ _id: payment });
const actsOn = (target: string) =>
  json<{ act: string; state: string; operator: string }[]>('audit', '--target', target);

describe('npm run admin payments', () => {
  it('finds payments by our id, the provider’s, and whom they are of', async () => {
    const { who, name, payment, providerId } = await ordered();
    for (const what of [payment, providerId, who.id, who.email, name]) {
      const found = await json<{ payments: Row[] }>('payments', 'find', what);
      expect(found.payments.map(({ _id }) => _id)).toEqual([payment]);
    }
    const { out } = await admin('payments', 'find', payment);
    expect(out).toMatch(/bridge +pay_\S+ +\d+\.\d{2} [A-Z]{3} +pending +not given/);
    const none = await admin('payments', 'find', 'nobody@mail.example');
    expect(none).toMatchObject({ code: 0, out: 'No payment is found for “nobody@mail.example”.\n' });
  });

  it('closes a pending payment at the provider, once', async () => {
    const { payment, providerId } = await ordered();
    const closed = await admin('payments', 'close', payment, ...why);
    expect(closed).toMatchObject({ code: 0, out: expect.stringContaining('is cancelled (expired)') });
    expect(world.stubs.payments.find(providerId)?.isClosed).toBe(true);
    const again = await admin('payments', 'close', payment, ...why);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('only a pending one') });
    expect((await admin('payments', 'close', 'none', ...why)).err).toContain('no payment none');
    expect((await admin('payments', 'close', payment)).code).toBe(2);
    expect(await actsOn(payment)).toMatchObject([
      { act: 'payment.close', state: 'failed', operator: 'olga' },
      { act: 'payment.close', state: 'done' },
    ]);
  });

  it('grants a payment that was paid before it could be closed', async () => {
    const { payment, providerId } = await ordered();
    world.stubs.payments.act(providerId, 'silent');
    const closed = await admin('payments', 'close', payment, ...why);
    expect(closed.out).toContain('is completed');
    expect((await rowOf(payment))?.grantedAt).not.toBeNull();
  });

  it('leaves a payment open while its provider does not answer', async () => {
    const { payment } = await ordered();
    world.stubs.payments.trouble('bridge', 'away');
    try {
      const { code, err } = await admin('payments', 'close', payment, ...why);
      expect([code, err]).toEqual([1, expect.stringContaining('is not closed: ')]);
    } finally {
      world.stubs.payments.trouble('bridge');
    }
    expect((await rowOf(payment))?.state).toBe('pending');
  });

  it('gives a held payment back whole, and ends it without credits', async () => {
    const { payment, providerId } = await ordered();
    world.stubs.payments.act(providerId, 'short');
    await until(
      () => rowOf(payment),
      (row) => row?.state === 'review',
    );
    for (let time = 0; time < 2; time += 1) {
      const returned = await admin('payments', 'return', payment, ...why);
      expect(returned).toMatchObject({ code: 0, out: expect.stringContaining('is failed (returned)') });
    }
    const { refunds = [], receivedCents } = world.stubs.payments.find(providerId) ?? {};
    expect(refunds).toMatchObject([{ amountCents: receivedCents }]);
    // The provider still calls it paid.
    await json('webhooks', 'replay', '--account', 'bridge', '--since', '1h', ...why);
    expect(await rowOf(payment)).toMatchObject({ state: 'failed', reason: 'returned', grantedAt: null });
    const { payment: open } = await ordered();
    const refused = await admin('payments', 'return', open, ...why);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is pending') });
  });
});

describe('npm run admin strays', () => {
  interface Stray {
    _id: string;
    why: string;
    state: string;
  }
  const list = (...args: string[]) => json<Stray[]>('strays', 'list', ...args);

  /** Money for an order that is in another database. */
  async function unknownOrder(): Promise<string> {
    const { payment, providerId } = await ordered();
    world.stubs.payments.act(providerId, 'silent');
    await payments().deleteOne({ _id: payment });
    await json('webhooks', 'replay', '--account', 'bridge', '--since', '1h', ...why);
    return `bridge:${providerId}`;
  }

  it('lists money of an unknown order, and gives it back once', async () => {
    const stray = await unknownOrder();
    expect(await list()).toContainEqual(
      expect.objectContaining({ _id: stray, why: 'unknown', state: 'seen' }),
    );
    const found = await json<{ strays: Stray[] }>('payments', 'find', stray.replace('bridge:', ''));
    expect(found.strays).toMatchObject([{ _id: stray }]);
    for (let time = 0; time < 2; time += 1) {
      expect(await admin('strays', 'return', stray, ...why)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/EUR of bridge:\S+: went back\./),
      });
    }
    expect(world.stubs.payments.find(stray.replace('bridge:', ''))?.refunds).toHaveLength(1);
    expect((await list()).map(({ _id }) => _id)).not.toContain(stray);
    expect((await list('--state', 'ended')).map(({ _id }) => _id)).toContain(stray);
    const refused = await admin('strays', 'keep', stray, ...why);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('is done already') });
    expect((await actsOn(stray)).map(({ act, state }) => `${act} ${state}`)).toEqual([
      'stray.keep failed',
      'stray.return done',
      'stray.return done',
    ]);
  });

  it('keeps money when an operator says so, and gives none of it back', async () => {
    const stray = await unknownOrder();
    expect((await admin('strays', 'keep', stray, ...why)).out).toMatch(/are kept\.\n$/);
    expect((await admin('strays', 'return', stray, ...why)).code).toBe(1);
    expect(world.stubs.payments.find(stray.replace('bridge:', ''))?.refunds).toEqual([]);
  });

  it('says that an id is unknown', async () => {
    const none = await admin('strays', 'return', 'bridge:none', ...why);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('no stray payment bridge:none') });
  });
});

describe('npm run admin webhooks replay', () => {
  it('follows what an account lists, and grants what was paid', async () => {
    const { payment, providerId } = await ordered();
    world.stubs.payments.act(providerId, 'silent');
    const since = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
    const asked = ['webhooks', 'replay', '--account', 'bridge', '--since', since];
    const found = await json<{ listed: number; unmatched: number }>(...asked, ...why);
    expect(found.listed).toBeGreaterThan(0);
    expect(await rowOf(payment)).toMatchObject({ state: 'completed', grantedAt: expect.any(Number) });
  });

  it.each([
    [['--account', 'none', '--since', '1h'], 1, /no account none.*bridge, main/],
    [['--account', 'bridge', '--since', '1h', '--until', '2h'], 1, /since must lie before/],
    [['--account', 'main', '--since', '1h'], 1, /account main stopped answering/],
    [['--account', 'bridge', '--since', 'yesterday'], 2, /a time such as/],
    [['--account', 'bridge'], 2, /since/],
  ])('refuses %j', async (args, code, words) => {
    const refused = await admin('webhooks', 'replay', ...args, ...why);
    expect(refused).toMatchObject({ code, out: '' });
    expect(refused.err).toMatch(words);
  });
});

describe('npm run admin methods', () => {
  interface Way {
    method: string;
    country: string;
    reason: string | null;
    route: string[];
  }
  const ways = async () => json<Way[]>('methods', 'list');
  const wayIn = async (country: string, method: string) =>
    (await ways()).find((way) => way.country === country && way.method === method);
  const set = (name: string, value: string) => admin('site', 'set', 'default', name, value, ...why);

  it('lists each way to pay with its countries, its reason and its accounts', async () => {
    expect(await wayIn('NL', 'ideal')).toMatchObject({ reason: null, route: ['bridge', 'main'] });
    expect(await wayIn('PL', 'ideal')).toMatchObject({ reason: 'country' });
    expect(await wayIn('DE', 'giropay')).toMatchObject({ reason: 'retired' });
    expect((await set('payment_methods', 'ideal,creditcard')).code).toBe(0);
    expect(await wayIn('PL', 'blik')).toMatchObject({ reason: 'switched-off' });
    const { out } = await admin('methods', 'list', '--country', 'pl');
    expect(out).toMatch(/blik +not in the setting payment_methods/);
    expect((await admin('methods', 'list')).out).toMatch(/ideal +NL +bridge, main/);
    await admin('site', 'unset', 'default', 'payment_methods', ...why);
    expect((await admin('methods', 'list', '--country', 'XX')).code).toBe(1);
  });

  it('routes a way to pay to accounts in order, and takes the route away', async () => {
    const route = (...args: string[]) => admin('methods', 'route', 'default', ...args, ...why);
    expect(await route('creditcard', 'main', 'bridge')).toMatchObject({
      code: 0,
      out: expect.stringContaining('creditcard goes to main, then bridge.'),
    });
    expect((await route('*', 'bridge')).code).toBe(0);
    expect(await wayIn('NL', 'creditcard')).toMatchObject({ route: ['main', 'bridge'] });
    expect(await wayIn('NL', 'ideal')).toMatchObject({ route: ['bridge'] });
    expect((await route('*', '--remove')).code).toBe(0);
    expect(await wayIn('NL', 'ideal')).toMatchObject({ route: ['bridge', 'main'] });
    expect((await route('creditcard', '--remove')).code).toBe(0);
    expect((await actsOn('default')).filter(({ act }) => act === 'method.route')).toHaveLength(4);
  });

  it.each([
    [['creditcard', 'none'], 1, /routes creditcard to the account none, which is not configured\. Fix:/],
    [
      ['paysafecard', 'main'],
      1,
      /stripe does not serve it\. Fix: run admin methods route default paysafecard with bridge/,
    ],
    [['creditcard'], 1, /Name the accounts/],
    [['creditcard', 'main', '--remove'], 1, /Name the accounts/],
    [['bitcoin', 'main'], 2, /one of sdd, sct, ideal/],
  ])('refuses the route %j, and sets none', async (args, code, words) => {
    const refused = await admin('methods', 'route', 'default', ...args, ...why);
    expect(refused).toMatchObject({ code, out: '' });
    expect(refused.err).toMatch(words);
    const shown = await json<{ value: unknown }[]>('site', 'show', 'default', 'payment_routes');
    expect(shown).toMatchObject([{ value: {} }]);
  });

  it('lets nobody set a route that was not checked', async () => {
    const refused = await set('payment_routes', '{"*":["none"]}');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('admin methods route') });
  });

  it('checks routes and asks each account', async () => {
    const checked = await admin('methods', 'check');
    expect(checked.code).toBe(1);
    expect(checked.out).toMatch(/bridge +bridge +well\nmain +stripe +see below/);
    expect(checked.out).toContain('The routes of default hold.');
    expect(checked.err).toMatch(/^main: No answer \(.+\)\. Fix: let this machine reach the provider/);
    const one = { PAYMENT_URL: world.stubs.payments.origin, PAYMENT_KEY: world.secrets.paymentKey };
    expect(await adminOf(world, one)('methods', 'check')).toMatchObject({ code: 0, err: '' });
  });

  it('names the wrong key of an account at any provider', async () => {
    const { payments } = world.stubs;
    const all = paymentEnvironment(payments.origin, world.secrets, 'all');
    expect(await adminOf(world, all)('methods', 'check')).toMatchObject({ code: 0, err: '' });
    const { PAYMENT_ACCOUNTS = '', ...bridge } = all;
    const wrong = {
      ...bridge,
      PAYMENT_KEY: 'wrong',
      PAYMENT_ACCOUNTS: PAYMENT_ACCOUNTS.replaceAll(/"key":"[^"]+"/g, '"key":"wrong-key"'),
    };
    const { code, err } = await adminOf(world, wrong)('methods', 'check');
    expect(code).toBe(1);
    for (const account of ['bridge', 'main', 'nl', 'it'])
      expect(err).toMatch(new RegExp(`^${account}: The provider does not accept the key`, 'm'));
    expect(err).not.toContain('wrong-key');
  });
});
