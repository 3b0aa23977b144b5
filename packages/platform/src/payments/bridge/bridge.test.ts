import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { paymentMethod } from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProviderOrder, ProviderRefused, ProviderUnavailable } from '../../ports.ts';
import { signWebhook } from '../webhook-signature.ts';
import { createBridge } from './bridge.ts';

const NOW = 1_767_225_600_000;
const ORDER: ProviderOrder = {
  key: 'key-1',
  reference: 'a'.repeat(24),
  cents: 1_999,
  currency: 'EUR',
  method: 'ideal',
  country: 'NL',
  locale: 'nl',
  words: { what: '60 credits', statement: 'Heartline' },
  returnUrl: 'https://a.example/transactions/1',
  webhookUrl: 'https://a.example/api/payment-webhook.php?account=x',
  expiresAt: NOW,
};
const PAYMENT = {
  id: 'p/1',
  reference: ORDER.reference,
  state: 'paid',
  amountCents: 1_999,
  receivedCents: 1_999,
  currency: 'EUR',
  createdAt: NOW,
  expiresAt: null as number | null,
  refunds: [{ id: 'r1', key: 'k', amountCents: 500, state: 'done' }],
  disputes: [
    { id: 'd1', amountCents: 1_999, currency: 'EUR', state: 'taken', reason: 'fraudulent', at: NOW },
  ],
};
const TRANSFER = { holder: 'H', iban: 'I', bic: 'B', reference: 'R', cents: 1, currency: 'EUR', until: NOW };

interface Asked {
  request: string;
  authorization: string | undefined;
  key: string | string[] | undefined;
  body: unknown;
}

let server: Server;
let url: string;
/** The answers to come; the last one is repeated. */
let answers: { status?: number; body: unknown }[] = [];
let asked: Asked[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      asked.push({
        request: `${request.method} ${request.url}`,
        authorization: request.headers.authorization,
        key: request.headers['idempotency-key'],
        body: text ? JSON.parse(text) : undefined,
      });
      const { status = 200, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { body: null };
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

/** A bridge that gives these answers. */
function bridge(...next: typeof answers) {
  answers = next;
  asked = [];
  return createBridge({ account: 'x', url: `${url}/`, key: 'secret-4711', webhookSecret: 'w'.repeat(16) });
}

describe('the bridge adapter', () => {
  it('offers every way to pay', () => {
    expect(Object.keys(bridge().can).toSorted()).toEqual(paymentMethod.options.toSorted());
  });

  it('sends an order under its key and returns the page', async () => {
    const opened = { id: 'p1', expiresAt: NOW, redirect: 'https://pay.example/p1', transfer: null };
    expect(await bridge({ body: opened }).open(ORDER)).toEqual({
      id: 'p1',
      expiresAt: NOW,
      next: { kind: 'redirect', url: 'https://pay.example/p1' },
    });
    const { key, cents, words, ...rest } = ORDER;
    const body = { ...rest, amountCents: cents, description: words.what, statement: words.statement };
    expect(asked).toEqual([{ request: 'POST /v1/payments', authorization: 'Bearer secret-4711', key, body }]);
  });

  it('returns the instructions of a bank transfer', async () => {
    const opened = { id: 'p1', expiresAt: null, redirect: null, transfer: TRANSFER };
    const { next } = await bridge({ body: opened }).open({ ...ORDER, method: 'sct' });
    expect(next).toEqual({ kind: 'transfer', to: TRANSFER, url: null });
  });

  it.each([
    [422, { error: 'country' }, 'country'],
    [422, { error: 'closed' }, 'closed'],
    [422, { error: 'a new word' }, 'other'],
    [400, { error: 'order' }, 'other'],
    [401, { error: 'key' }, 'account'],
    [403, { error: 'key' }, 'account'],
  ])('takes %i %j of an order as a refusal: %s', async (status, body, code) => {
    const outcome = await bridge({ status, body })
      .open(ORDER)
      .catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(ProviderRefused);
    expect((outcome as ProviderRefused).code).toBe(code);
  });

  it.each([
    [500, {}],
    [503, {}],
    [429, {}],
    [204, ''],
    [200, '<html>'],
    [422, '<html>'],
    [200, { id: 'p1', expiresAt: null, redirect: null, transfer: null }],
    [200, { id: 'p1', expiresAt: null, redirect: 'javascript:alert(1)', transfer: null }],
    [200, { id: '', expiresAt: null, redirect: 'https://pay.example', transfer: null }],
  ])('takes %i %j of an order as no answer', async (status, body) => {
    await expect(bridge({ status, body }).open(ORDER)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it('looks at a payment with its refunds and disputes', async () => {
    expect(await bridge({ body: PAYMENT }).look('p/1')).toEqual({
      id: 'p/1',
      reference: ORDER.reference,
      state: 'paid',
      cents: 1_999,
      receivedCents: 1_999,
      currency: 'EUR',
      createdAt: NOW,
      refunds: [{ id: 'r1', key: 'k', cents: 500, state: 'done' }],
      disputes: [{ id: 'd1', cents: 1_999, currency: 'EUR', state: 'taken', reason: 'fraudulent', at: NOW }],
      failure: null,
      payer: { country: null, ibanEnd: null },
    });
    expect(asked[0]?.request).toBe('GET /v1/payments/p%2F1');
  });

  it.each(['d'.repeat(71), 'd/1', 'd#2', 'd:1', ''])('takes no dispute whose id is %j', async (id) => {
    const disputes = PAYMENT.disputes.map((one) => ({ ...one, id }));
    const look = bridge({ body: { ...PAYMENT, disputes } }).look('p/1');
    await expect(look).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it('reads why a debit failed, and its payer', async () => {
    const body = {
      ...PAYMENT,
      state: 'failed',
      failure: 'AM04',
      payer: { country: 'NL', ibanEnd: '4300' },
    };
    expect(await bridge({ body }).look('p/1')).toMatchObject({
      failure: 'AM04',
      payer: { country: 'NL', ibanEnd: '4300' },
    });
    const silent = { ...PAYMENT, failure: null, payer: null };
    expect(await bridge({ body: silent }).look('p/1')).toMatchObject({
      failure: null,
      payer: { country: null, ibanEnd: null },
    });
  });

  it('knows no payment that the bridge does not know', async () => {
    expect(await bridge({ status: 404, body: { error: 'unknown' } }).look('p1')).toBeUndefined();
  });

  it.each([
    { ...PAYMENT, amountCents: -1 },
    { ...PAYMENT, amountCents: 19.99 },
    { ...PAYMENT, amountCents: '1999' },
    { ...PAYMENT, state: 'refunded' },
    { ...PAYMENT, refunds: undefined },
    { ...PAYMENT, currency: 'euro' },
    null,
    [],
  ])('takes a malformed payment as no answer, case %#', async (body) => {
    await expect(bridge({ body }).look('p1')).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it.each([401, 403, 500])('does not take %i of a look or a refund as a refusal', async (status) => {
    const one = bridge({ status, body: { error: 'key' } });
    await expect(one.look('p1')).rejects.toBeInstanceOf(ProviderUnavailable);
    const wish = { key: 'k', id: 'p1', cents: 1, currency: 'EUR' };
    await expect(one.refund(wish)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it.each([
    ['paid', { outcome: 'paid' }],
    ['cancelled', { outcome: 'closed' }],
    ['failed', { outcome: 'closed' }],
    ['expired', { outcome: 'closed' }],
    ['open', { outcome: 'open', until: NOW }],
    ['pending', { outcome: 'open', until: NOW }],
    ['partial', { outcome: 'open', until: NOW }],
  ])('closes a payment that is then %s', async (state, outcome) => {
    expect(await bridge({ body: { ...PAYMENT, state, expiresAt: NOW } }).close('p1')).toEqual(outcome);
    expect(asked[0]?.request).toBe('POST /v1/payments/p1/cancel');
  });

  it('does not believe in an open payment that never ends', async () => {
    const closed = bridge({ body: { ...PAYMENT, state: 'open' } }).close('p1');
    await expect(closed).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it('refunds under our key, and reports a refusal', async () => {
    const wish = { key: 'k', id: 'p1', cents: 500, currency: 'EUR' };
    const refund = { id: 'r1', key: 'k', cents: 500, state: 'done' };
    expect(await bridge({ body: PAYMENT.refunds[0] }).refund(wish)).toEqual(refund);
    expect(asked[0]).toMatchObject({ key: 'k', body: { amountCents: 500, currency: 'EUR' } });
    for (const answer of [
      { status: 422, body: { error: 'amount' } },
      { status: 404, body: { error: 'unknown' } },
    ])
      await expect(bridge(answer).refund(wish)).rejects.toBeInstanceOf(ProviderRefused);
  });

  it('reads a list to its end', async () => {
    const part = (id: string, next: string | null) => ({ body: { payments: [{ ...PAYMENT, id }], next } });
    const ids: string[] = [];
    for await (const { id } of bridge(part('p1', 'p1'), part('p2', null)).list(1, 2)) ids.push(id);
    expect(ids).toEqual(['p1', 'p2']);
    expect(asked.map(({ request }) => request)).toEqual([
      'GET /v1/payments?from=1&to=2',
      'GET /v1/payments?from=1&to=2&after=p1',
    ]);
    expect(await bridge(part('p1', null)).find('ref', 5)).toEqual(['p1']);
    expect(asked[0]?.request).toBe('GET /v1/payments?reference=ref&from=5');
  });
});

describe('webhooks of a bridge', () => {
  const body = Buffer.from('{"id":"evt_1","payment":"p1"}');
  const [secret, previousWebhookSecret] = ['new secret of 16', 'old secret of 16'];
  const one = createBridge({
    account: 'x',
    url: 'https://b.example',
    key: 'k',
    webhookSecret: secret,
    previousWebhookSecret,
  });
  const read = (bytes: Buffer, signature: string | string[] | undefined) =>
    one.readWebhook({ body: bytes, headers: { 'x-payment-signature': signature }, query: {}, now: NOW });

  it.each([secret, previousWebhookSecret])('are read when signed with %s', (by) => {
    expect(read(body, signWebhook(by, body, NOW))).toEqual({ eventId: 'evt_1', look: ['p1'] });
  });

  it('are refused when unsigned, old, signed otherwise or malformed', () => {
    expect(read(body, undefined)).toBeUndefined();
    expect(read(body, [signWebhook(secret, body, NOW)])).toBeUndefined();
    expect(read(body, signWebhook(secret, body, NOW - 301_000))).toBeUndefined();
    expect(read(body, signWebhook('another secret 1', body, NOW))).toBeUndefined();
    for (const text of ['not JSON', '{"id":"evt_1"}', 'null']) {
      const bytes = Buffer.from(text);
      expect(read(bytes, signWebhook(secret, bytes, NOW)), text).toBeUndefined();
    }
  });
});
