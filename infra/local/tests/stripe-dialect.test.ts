import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentMethod } from '@heartline/contracts';
import {
  createPaymentAccounts,
  type Look,
  type PaymentProvider,
  type ProviderOrder,
  ProviderRefused,
  ProviderUnavailable,
  type RawWebhook,
} from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type StripeMock, startStripeMock } from '../src/engines/index.ts';
import { type PaymentSandbox, startPaymentSandbox } from '../src/payment-sandbox/payment-sandbox.ts';

const KEY = 'sk_test_of_this_file';
const HOUR_MS = 3_600_000;

let mock: StripeMock;
let sandbox: PaymentSandbox;
let stripe: PaymentProvider;
let shop: Server;
const webhooks: RawWebhook[] = [];
let orders = 0;

beforeAll(async () => {
  mock = await startStripeMock();
  const account = { name: 'main', dialect: 'stripe', key: KEY, webhookSecret: 'whsec_1' } as const;
  sandbox = await startPaymentSandbox({ accounts: [account], stripeMock: async () => mock.url });
  stripe = await stripeOf(KEY);
  shop = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      webhooks.push({ body: Buffer.concat(chunks), headers: request.headers, query: {}, now: Date.now() });
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve);
  });
  sandbox.sendWebhooksTo(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`);
});

// Throws when stripe-mock refused a request of this file.
afterAll(async () => {
  shop.close();
  await sandbox.stop();
  await mock.stop();
});

/** The adapter of the account, with a key, at the sandbox. */
async function stripeOf(key: string): Promise<PaymentProvider> {
  const settings = {
    provider: 'stripe',
    key,
    webhookSecret: 'whsec_1',
    url: `${sandbox.origin}/stripe`,
  } as const;
  const accounts = await createPaymentAccounts([{ account: 'main', ...settings }]);
  return accounts.of('main') as PaymentProvider;
}

function orderOf(wish: Partial<ProviderOrder> = {}): ProviderOrder {
  orders += 1;
  return {
    key: `key-${orders}`,
    reference: `payment-${orders}`,
    cents: 1_999,
    currency: 'EUR',
    method: 'creditcard',
    country: 'NL',
    locale: 'nl',
    words: { what: '60 credits', statement: '60 crédits, heartline' },
    returnUrl: 'https://a.localhost/transactions/1',
    webhookUrl: 'https://a.localhost/api/payment-webhook.php?account=main',
    expiresAt: Date.now() + HOUR_MS,
    ...wish,
  };
}

async function listed(from: number, to: number): Promise<Look[]> {
  const looks: Look[] = [];
  for await (const look of stripe.list(from, to)) looks.push(look);
  return looks;
}

const METHODS: readonly (readonly [PaymentMethod, string])[] = [
  ['creditcard', 'EUR'],
  ['applepay', 'USD'],
  ['ideal', 'EUR'],
  ['bancontact', 'EUR'],
  ['blik', 'PLN'],
  ['prezelewy24', 'PLN'],
  ['eps', 'EUR'],
  ['paypal', 'EUR'],
  ['sct', 'EUR'],
  ['sdd', 'EUR'],
];

describe('the Stripe adapter at the Stripe dialect, checked by stripe-mock', () => {
  it.each(METHODS)('opens, pays and refunds %s in %s', async (method, currency) => {
    const order = orderOf({ method, currency, country: 'AT' });
    const { id, next, expiresAt } = await stripe.open(order);
    expect(next).toEqual({ kind: 'redirect', url: `${sandbox.origin}/pay/${id}` });
    // A transfer outlives its page.
    expect(expiresAt).toBe(method === 'sct' ? null : Math.floor(order.expiresAt / 1_000) * 1_000);
    const ordered = { id, reference: order.reference, cents: 1_999, currency };
    expect(await stripe.look(id)).toMatchObject({ ...ordered, state: 'open', receivedCents: 0 });
    sandbox.act(id, 'pay');
    const wish = { key: `${order.key}-refund`, id, cents: 500, currency };
    expect(await stripe.refund(wish)).toMatchObject({ key: wish.key, cents: 500, state: 'done' });
    expect(await stripe.look(id)).toMatchObject({
      ...ordered,
      state: 'paid',
      receivedCents: 1_999,
      refunds: [{ key: wish.key, cents: 500, state: 'done' }],
    });
  });

  it('finds a payment by the id of its intent', async () => {
    const { id } = await stripe.open(orderOf());
    sandbox.act(id, 'pay');
    expect(await stripe.look(id.replace('cs_test_', 'pi_'))).toEqual(await stripe.look(id));
    expect(await stripe.look('pi_of_another_shop')).toBeUndefined();
    expect(await stripe.look('cs_test_of_another_shop')).toBeUndefined();
  });

  it('returns the same checkout for the same key, also when its end had to move', async () => {
    const order = orderOf();
    const { id } = await stripe.open(order);
    expect((await stripe.open(order)).id).toBe(id);
    expect((await stripe.open({ ...order, expiresAt: order.expiresAt + 60_000 })).id).toBe(id);
    expect(await stripe.find(order.reference, Date.now() - HOUR_MS)).toEqual([id]);
  });

  it('moves the end of a checkout into the time that Stripe allows', async () => {
    const soon = await stripe.open(orderOf({ expiresAt: Date.now() }));
    const late = await stripe.open(orderOf({ expiresAt: Date.now() + 90 * 24 * HOUR_MS }));
    expect(Number(soon.expiresAt) - Date.now()).toBeGreaterThan(HOUR_MS / 2);
    expect(Number(late.expiresAt) - Date.now()).toBeLessThan(24 * HOUR_MS);
  });

  it('refunds once under a key, also when Stripe forgot the key', async () => {
    const { id } = await stripe.open(orderOf());
    sandbox.act(id, 'pay');
    const wish = { key: 'refund-once', id, cents: 1_000, currency: 'EUR' };
    const first = await stripe.refund(wish);
    // Under a forgotten key, the same request would be a new refund. The book finds keys for ever, so rename it.
    const payment = sandbox.find(id);
    for (const refund of payment?.refunds ?? []) refund.key = 'forgotten';
    expect(await stripe.refund(wish)).toEqual(first);
    expect(payment?.refunds).toHaveLength(1);
  });

  it('reads every refund of a payment with more than ten', async () => {
    const { id } = await stripe.open(orderOf());
    sandbox.act(id, 'pay');
    for (let at = 0; at < 12; at += 1)
      await stripe.refund({ key: `many-${at}`, id, cents: 10, currency: 'EUR' });
    expect((await stripe.look(id))?.refunds).toHaveLength(12);
    expect((await stripe.refund({ key: 'many-0', id, cents: 10, currency: 'EUR' })).key).toBe('many-0');
    expect(sandbox.find(id)?.refunds).toHaveLength(12);
  });

  it('refuses a refund above the rest, of an unpaid payment or in another currency', async () => {
    const { id } = await stripe.open(orderOf());
    const wish = { key: 'too-much', id, cents: 2_000, currency: 'EUR' };
    await expect(stripe.refund(wish)).rejects.toMatchObject({ name: 'ProviderRefused', code: 'closed' });
    sandbox.act(id, 'pay');
    await expect(stripe.refund(wish)).rejects.toMatchObject({ name: 'ProviderRefused', code: 'amount' });
    await stripe.refund({ ...wish, key: 'all', cents: 1_999 });
    await expect(stripe.refund({ ...wish, key: 'more', cents: 1 })).rejects.toMatchObject({ code: 'amount' });
    await expect(stripe.refund({ ...wish, currency: 'PLN' })).rejects.toMatchObject({ code: 'other' });
  });

  it('closes an open checkout and a transfer that nothing came of, and nothing else', async () => {
    const open = await stripe.open(orderOf());
    expect(await stripe.close(open.id)).toEqual({ outcome: 'closed' });
    expect(await stripe.close(open.id)).toEqual({ outcome: 'closed' });
    expect((await stripe.look(open.id))?.state).toBe('expired');

    const transfer = await stripe.open(orderOf({ method: 'sct' }));
    sandbox.act(transfer.id, 'submit');
    expect((await stripe.look(transfer.id))?.state).toBe('pending');
    expect(await stripe.close(transfer.id)).toEqual({ outcome: 'closed' });
    expect((await stripe.look(transfer.id))?.state).toBe('cancelled');

    const half = await stripe.open(orderOf({ method: 'sct' }));
    sandbox.act(half.id, 'partial');
    expect(await stripe.look(half.id)).toMatchObject({ state: 'partial', receivedCents: 999 });
    expect(await stripe.close(half.id)).toMatchObject({ outcome: 'open' });

    const debit = await stripe.open(orderOf({ method: 'sdd' }));
    sandbox.act(debit.id, 'submit');
    expect(await stripe.close(debit.id)).toMatchObject({ outcome: 'open' });

    const paid = await stripe.open(orderOf());
    sandbox.act(paid.id, 'pay');
    expect(await stripe.close(paid.id)).toEqual({ outcome: 'paid' });
    await expect(stripe.close('cs_test_unknown')).rejects.toBeInstanceOf(ProviderRefused);
  });

  it('lists payments of a window with their disputes, page by page', async () => {
    const from = Date.now() - 1_000;
    const opened = new Set<string>();
    for (let at = 0; at < 13; at += 1) opened.add((await stripe.open(orderOf())).id);
    const [disputed = ''] = opened;
    sandbox.act(disputed, 'pay');
    sandbox.act(disputed, 'disputed');
    const looks = await listed(from, Date.now() + 1_000);
    expect(looks.filter(({ id }) => opened.has(id))).toHaveLength(13);
    const look = await stripe.look(disputed);
    expect(look?.disputes).toMatchObject([{ state: 'taken', cents: 1_999, currency: 'EUR' }]);
    expect(looks.find(({ id }) => id === disputed)).toEqual(look);
    expect(await listed(0, from - HOUR_MS)).toEqual([]);
  });

  it('leaves sessions of other shops at the same account alone', async () => {
    const { id } = await stripe.open(orderOf());
    const payment = sandbox.find(id);
    if (payment) payment.extra['metadata'] = '{}';
    expect((await stripe.look(id))?.reference).toBe('');
    expect(await stripe.find(payment?.reference ?? '', Date.now() - HOUR_MS)).toEqual([]);
    const looks = await listed(Date.now() - HOUR_MS, Date.now() + HOUR_MS);
    expect(looks.map((look) => look.id)).not.toContain(id);
    expect(looks.length).toBeGreaterThan(0);
  });

  it.each([
    [{ method: 'paysafecard' }, 'method'],
    [{ method: 'ideal', currency: 'PLN' }, 'method'],
    [{ cents: 10 }, 'amount'],
  ] as const)('refuses %o as %s', async (wish, code) => {
    await expect(stripe.open(orderOf(wish))).rejects.toMatchObject({ name: 'ProviderRefused', code });
  });

  it('refuses to open with a wrong key, and says of a look that it is unavailable', async () => {
    const other = await stripeOf('sk_test_wrong');
    await expect(other.open(orderOf())).rejects.toMatchObject({ name: 'ProviderRefused', code: 'account' });
    await expect(other.look('cs_test_1')).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it.each(['away', 'reset', 'html', 'redirect', 'huge', 'slow'] as const)(
    'says that an account is unavailable when it is %s',
    async (trouble) => {
      sandbox.trouble('main', trouble);
      try {
        await expect(stripe.open(orderOf())).rejects.toBeInstanceOf(ProviderUnavailable);
      } finally {
        sandbox.trouble('main');
      }
    },
  );

  it('finds the checkout of an answer that was lost', async () => {
    const order = orderOf();
    sandbox.trouble('main', 'loseOpen');
    await expect(stripe.open(order)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(await stripe.find(order.reference, Date.now() - HOUR_MS)).toHaveLength(1);
  });
});

/** The next webhook whose body names a payment or its intent, as the adapter reads it. */
async function nextWebhook(id: string): Promise<unknown> {
  const rest = id.replace('cs_test_', '');
  const find = () => webhooks.findIndex(({ body }) => body.includes(rest));
  await vi.waitFor(() => expect(find()).toBeGreaterThanOrEqual(0));
  const [raw] = webhooks.splice(find(), 1);
  return raw && stripe.readWebhook(raw);
}

describe('webhooks of the Stripe dialect', () => {
  const eventId = expect.stringMatching(/^evt_/);

  it('names the session or its intent, whatever happened', async () => {
    const { id } = await stripe.open(orderOf({ method: 'sct' }));
    const intent = id.replace('cs_test_', 'pi_');
    sandbox.act(id, 'partial');
    expect(await nextWebhook(id)).toEqual({ eventId, look: [intent] });
    sandbox.act(id, 'pay');
    expect(await nextWebhook(id)).toEqual({ eventId, look: [id] });
    await stripe.refund({ key: 'webhook-refund', id, cents: 1, currency: 'EUR' });
    expect(await nextWebhook(id)).toEqual({ eventId, look: [intent] });
    sandbox.act(id, 'disputed');
    expect(await nextWebhook(id)).toEqual({ eventId, look: [intent] });
    sandbox.act(id, 'disputeWon');
    expect(await nextWebhook(id)).toEqual({ eventId, look: [intent] });
    expect((await stripe.look(id))?.disputes).toMatchObject([{ state: 'given-back' }]);
  });

  it.each(['fail', 'cancel'] as const)(
    'names the intent after %s, and the payer may try again',
    async (action) => {
      const { id } = await stripe.open(orderOf());
      sandbox.act(id, action);
      expect(await nextWebhook(id)).toEqual({ eventId, look: [id.replace('cs_test_', 'pi_')] });
      expect((await stripe.look(id))?.state).toBe('open');
      sandbox.act(id, 'silent');
      expect((await stripe.look(id))?.state).toBe('paid');
    },
  );

  it.each(['fail', 'cancel'] as const)('closes a checkout after %s', async (action) => {
    const { id } = await stripe.open(orderOf());
    sandbox.act(id, action);
    expect(await stripe.close(id)).toEqual({ outcome: 'closed' });
    expect((await stripe.look(id))?.state).toBe('expired');
  });

  it('names the session after a returned debit and after its end', async () => {
    const debit = await stripe.open(orderOf({ method: 'sdd' }));
    sandbox.act(debit.id, 'fail');
    expect(await nextWebhook(debit.id)).toEqual({ eventId, look: [debit.id] });
    expect((await stripe.look(debit.id))?.state).toBe('failed');
    const ended = await stripe.open(orderOf());
    sandbox.act(ended.id, 'expire');
    expect(await nextWebhook(ended.id)).toEqual({ eventId, look: [ended.id] });
    expect((await stripe.look(ended.id))?.state).toBe('expired');
  });

  it.each(['unsigned', 'old'] as const)('are refused when they are %s', async (action) => {
    const { id } = await stripe.open(orderOf());
    sandbox.act(id, action);
    expect(await nextWebhook(id)).toBeUndefined();
  });
});

describe('stripe-mock behind the dialect', () => {
  it('fails the test of a request that Stripe does not describe', async () => {
    const account = { name: 'main', dialect: 'stripe', key: KEY, webhookSecret: 'whsec_1' } as const;
    const own = await startPaymentSandbox({ accounts: [account], stripeMock: async () => mock.url });
    const answer = await fetch(`${own.origin}/stripe/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'stripe-version': '2026-08-26.dahlia' },
      body: new URLSearchParams({ 'payment_method_types[0]': 'paysafecard', mode: 'payment' }),
    });
    expect(answer.status).toBe(400);
    await expect(own.stop()).rejects.toThrow(/stripe-mock refused POST \/v1\/checkout\/sessions: 400/);
  });
});
