import { describe, expect, it } from 'vitest';
import { type Look, ProviderRefused, ProviderUnavailable } from '../../ports.ts';
import { type Answer, allOf, anOrder, REFERENCE, type Received, serveAnswers } from '../server-in-test.ts';
import { orderIdOf, referenceOf } from './nexi.shapes.ts';
import { createNexi } from './nexi.ts';

const KEY = 'nexi_4711';
const ORDER = orderIdOf(`${REFERENCE}-1`) ?? '';

const anItalianOrder = (change: Parameters<typeof anOrder>[0] = {}) =>
  anOrder({ method: 'nexi', country: 'IT', locale: 'it', ...change });

async function nexi(answer: (request: Received, url: string) => Answer) {
  const { url, received } = await serveAnswers(answer);
  return { received, provider: createNexi({ account: 'it', key: KEY, url }) };
}

const opening = { body: { hostedPage: 'https://xpay.nexigroup.com/page/1', securityToken: '2f0e' } };

const minute = (number: number) => `2026-11-29T02:${String(number).padStart(2, '0')}:00.000Z`;

const operation = (change: object = {}) => ({
  orderId: ORDER,
  operationId: '101',
  operationType: 'AUTHORIZATION',
  operationResult: 'EXECUTED',
  operationTime: minute(5),
  operationAmount: '1999',
  operationCurrency: 'EUR',
  ...change,
});

/** An order as `GET /orders/{orderId}` answers it. */
const order = (operations: object[] = [], status: object = {}) => ({
  orderStatus: {
    order: { orderId: ORDER, amount: '1999', currency: 'EUR', customField: REFERENCE },
    lastOperationTime: minute(5),
    ...status,
  },
  operations,
});

describe('opening at Nexi', () => {
  it('sends the order and returns the hosted page', async () => {
    const { provider, received } = await nexi(() => opening);
    expect(await provider.open(anItalianOrder())).toEqual({
      id: ORDER,
      expiresAt: null,
      next: { kind: 'redirect', url: 'https://xpay.nexigroup.com/page/1' },
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', path: '/v1/orders/hpp' });
    expect(received[0]?.headers).toMatchObject({
      'x-api-key': KEY,
      'correlation-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect(received[0]?.body).toEqual({
      order: {
        orderId: ORDER,
        amount: '1999',
        currency: 'EUR',
        description: 'HL SERVICES',
        customField: REFERENCE,
      },
      paymentSession: {
        actionType: 'PAY',
        amount: '1999',
        captureType: 'IMPLICIT',
        language: 'ita',
        resultUrl: 'https://shop.example/transactions/1',
        cancelUrl: 'https://shop.example/transactions/1',
        notificationUrl: expect.stringMatching(
          new RegExp(`\\?account=nl&reference=${REFERENCE}&token=[\\w-]{43}$`),
        ) as string,
      },
    });
  });

  it.each([
    ['creditcard', 'CARDS'],
    ['applepay', 'APPLEPAY'],
  ] as const)('opens %s as the service %s', async (method, paymentService) => {
    const { provider, received } = await nexi(() => opening);
    await provider.open(anItalianOrder({ method }));
    expect(received[0]?.body).toMatchObject({ paymentSession: { paymentService } });
  });

  it('derives the order id from the key, with the 18 characters of old terminals', async () => {
    const { provider } = await nexi(() => opening);
    const idOf = async (key: string) => (await provider.open(anItalianOrder({ key }))).id;
    const first = await idOf(`${REFERENCE}-1`);
    expect(first).toMatch(/^[0-9A-Za-z]{17}a$/);
    expect(await idOf(`${REFERENCE}-2`)).toBe(`${first.slice(0, -1)}b`);
    expect(await idOf(`${REFERENCE}-26`)).toBe(`${first.slice(0, -1)}z`);
    for (const payment of [REFERENCE, '0'.repeat(24), 'f'.repeat(24), `${'0'.repeat(23)}1`])
      expect(referenceOf(await idOf(`${payment}-3`)), payment).toBe(payment);
    expect(referenceOf(`${'z'.repeat(17)}a`)).toBe('');
  });

  it('refuses other keys and other ways to pay without a request', async () => {
    const { provider, received } = await nexi(() => opening);
    for (const key of [`${REFERENCE}-0`, `${REFERENCE}-27`, REFERENCE, 'a'])
      await expect(provider.open(anItalianOrder({ key })), key).rejects.toMatchObject({ code: 'other' });
    await expect(provider.open(anItalianOrder({ method: 'ideal' }))).rejects.toMatchObject({
      code: 'method',
    });
    expect(received).toEqual([]);
  });
});

const problem = (code: string) => ({ errors: [{ code, description: 'pan 4111' }] });

describe('refusals of Nexi', () => {
  it.each([
    [401, '', 'account'],
    [403, {}, 'account'],
    [400, problem('PS0009'), 'amount'],
    [400, problem('PS0036'), 'amount'],
    [400, problem('PS0052'), 'account'],
    [400, problem('GW0001'), 'other'],
    [400, {}, 'other'],
  ] as const)('reads %i %j as a refusal of the %s', async (status, body, code) => {
    const { provider } = await nexi(() => ({ status, body }));
    const error = await provider.open(anItalianOrder()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toMatch(/4111|4711/);
  });

  it.each([
    ['too many requests', { status: 429, body: {} }],
    ['a fault', { status: 500, body: problem('PS0000') }],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
    ['HTML', { body: '<html>' }],
    ['an answer without a page', { body: { securityToken: '2f0e' } }],
    ['an address that is none', { body: { hostedPage: 'javascript:alert(1)' } }],
  ] as const)('knows nothing after %s', async (_name, answer) => {
    const { provider } = await nexi(() => answer);
    await expect(provider.open(anItalianOrder())).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(provider.look(ORDER)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it.each([
    ['an amount as a number', order([], { order: { orderId: ORDER, amount: 1_999, currency: 'EUR' } })],
    ['a negative amount', order([], { order: { orderId: ORDER, amount: '-1999', currency: 'EUR' } })],
    ['an unknown result', order([operation({ operationResult: 'MAYBE' })])],
  ])('does not read %s', async (_name, body) => {
    const { provider } = await nexi(() => ({ body }));
    await expect(provider.look(ORDER)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it.each([401, 403])('takes %i of a refund for no refusal', async (status) => {
    const paid = order([operation({})]);
    const { provider } = await nexi(({ method }) =>
      method === 'GET' ? { body: paid } : { status, body: {} },
    );
    const wish = { key: 'refund-1', id: ORDER, cents: 100, currency: 'EUR' };
    await expect(provider.refund(wish)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it('does not take a refused key for an unknown order', async () => {
    const { provider } = await nexi(() => ({ status: 401 }));
    await expect(provider.look(ORDER)).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(provider.find(REFERENCE, 0)).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});

describe('looking at an order of Nexi', () => {
  const lookAt = async (operations: object[], status?: object) => {
    const { provider } = await nexi(() => ({ body: order(operations, status) }));
    return provider.look(ORDER);
  };

  it('reads a paid order', async () => {
    const { provider, received } = await nexi(() => ({
      body: order([operation()], { capturedAmount: '1999' }),
    }));
    expect(await provider.look(ORDER)).toEqual({
      id: ORDER,
      reference: REFERENCE,
      state: 'paid',
      cents: 1_999,
      receivedCents: 1_999,
      currency: 'EUR',
      createdAt: Date.UTC(2026, 10, 29, 2),
      refunds: [],
      disputes: [],
      failure: null,
      payer: { country: null, ibanEnd: null },
    } satisfies Look);
    expect(received[0]?.path).toBe(`/v1/orders/${ORDER}`);
  });

  it.each([
    ['AUTHORIZED', 'pending'],
    ['EXECUTED', 'paid'],
    ['DECLINED', 'failed'],
    ['DENIED_BY_RISK', 'failed'],
    ['THREEDS_VALIDATED', 'pending'],
    ['THREEDS_FAILED', 'failed'],
    ['3DS_FAILED', 'failed'],
    ['PENDING', 'pending'],
    ['CANCELED', 'cancelled'],
    ['CANCELLED', 'cancelled'],
    ['EXPIRED', 'expired'],
    ['VOIDED', 'cancelled'],
    ['FAILED', 'failed'],
  ] as const)('reads an authorization %s as %s', async (operationResult, state) => {
    expect((await lookAt([operation({ operationResult })]))?.state).toBe(state);
  });

  it('reads no operation as open, and a void of the whole as cancelled', async () => {
    expect((await lookAt([]))?.state).toBe('open');
    const held = operation({ operationResult: 'AUTHORIZED' });
    const voided = operation({ operationType: 'VOID', operationResult: 'VOIDED', operationTime: minute(6) });
    expect(await lookAt([voided, held])).toMatchObject({ state: 'cancelled', receivedCents: 0, refunds: [] });
  });

  it('lets the last try decide, and money before any try', async () => {
    const declined = operation({ operationResult: 'DECLINED', operationTime: minute(4) });
    const pending = operation({ operationId: '102', operationResult: 'PENDING', operationTime: minute(6) });
    expect((await lookAt([pending, declined]))?.state).toBe('pending');
    expect((await lookAt([operation(), { ...declined, operationTime: minute(7) }]))?.state).toBe('paid');
  });

  it('counts an authorization and its capture once', async () => {
    const capture = operation({ operationId: '102', operationType: 'CAPTURE' });
    const look = await lookAt([operation(), capture], { capturedAmount: '1999' });
    expect(look?.receivedCents).toBe(1_999);
  });

  it('reads either word for an implicit capture', async () => {
    const capture = operation({ operationType: 'CAPTURE', operationResult: 'AUTHORIZED' });
    expect(await lookAt([capture])).toMatchObject({ state: 'paid', receivedCents: 1_999 });
    const authorized = operation({ operationResult: 'AUTHORIZED' });
    expect((await lookAt([authorized], { capturedAmount: '0' }))?.state).toBe('pending');
    expect((await lookAt([authorized], { capturedAmount: '1999' }))?.state).toBe('paid');
  });

  it('calls too little partial', async () => {
    const look = await lookAt([operation({ operationAmount: '1000' })], { capturedAmount: '1000' });
    expect(look).toMatchObject({ state: 'partial', cents: 1_999, receivedCents: 1_000 });
  });

  it.each([
    ['REFUND', 'EXECUTED', 'done'],
    ['REFUND', 'REFUNDED', 'done'],
    ['REFUND', 'PENDING', 'pending'],
    ['REFUND', 'DECLINED', 'failed'],
    ['REFUND', 'FAILED', 'failed'],
    ['VOID', 'VOIDED', 'done'],
  ] as const)('reads a %s %s as %s', async (operationType, operationResult, state) => {
    const refund = operation({ operationId: '103', operationType, operationResult, operationAmount: '500' });
    const look = await lookAt([operation(), refund]);
    expect(look).toMatchObject({ state: 'paid', receivedCents: 1_999 });
    expect(look?.refunds).toEqual([{ id: '103', key: null, cents: 500, state }]);
  });

  it('calls a refund that was undone failed', async () => {
    const refund = operation({ operationId: '103', operationType: 'REFUND', operationResult: 'REFUNDED' });
    const undone = operation({ operationId: '104', operationType: 'CANCEL', cancelledOperationId: '103' });
    expect((await lookAt([operation(), refund, undone]))?.refunds).toMatchObject([
      { id: '103', state: 'failed' },
    ]);
  });

  it('calls a captured payment that was undone refunded', async () => {
    const undone = operation({ operationId: '104', operationType: 'CANCEL', cancelledOperationId: '101' });
    expect((await lookAt([operation(), undone]))?.refunds).toMatchObject([
      { id: '104', cents: 1_999, state: 'done' },
    ]);
  });

  it('knows no order at 404, and no reference in orders of others', async () => {
    const unknown = await nexi(() => ({ status: 404 }));
    expect(await unknown.provider.look(ORDER)).toBeUndefined();
    const look = await lookAt([operation()], {
      order: { orderId: 'btid2384983', amount: '1999', currency: 'EUR' },
    });
    expect(look).toMatchObject({ reference: '', createdAt: Date.parse(minute(5)) });
  });
});

describe('closing at Nexi', () => {
  it('cancels an authorization that is not captured', async () => {
    const { provider, received } = await nexi(({ method }) => ({
      body:
        method === 'POST' ? { operationId: '105' } : order([operation({ operationResult: 'AUTHORIZED' })]),
    }));
    expect(await provider.close(ORDER)).toEqual({ outcome: 'closed' });
    expect(received.at(-1)).toMatchObject({ method: 'POST', path: '/v1/operations/101/cancels' });
  });

  it.each(['DECLINED', 'CANCELED', 'EXPIRED'])(
    'takes an order for closed after %s',
    async (operationResult) => {
      const { provider, received } = await nexi(() => ({ body: order([operation({ operationResult })]) }));
      expect(await provider.close(ORDER)).toEqual({ outcome: 'closed' });
      expect(received).toHaveLength(1);
    },
  );

  it('says paid, or until when the page may still be paid', async () => {
    const paid = await nexi(() => ({ body: order([operation()]) }));
    expect(await paid.provider.close(ORDER)).toEqual({ outcome: 'paid' });
    for (const answer of [{ body: order([]) }, { status: 404 }]) {
      const { provider, received } = await nexi(() => answer);
      const until = Date.UTC(2026, 10, 29, 3);
      expect(await provider.close(ORDER)).toEqual({ outcome: 'open', until });
      expect(received).toHaveLength(1);
    }
  });
});

describe('lists of Nexi', () => {
  const listed = (orderId: string, number: number) => ({
    order: { orderId, amount: '1999', currency: 'EUR' },
    lastOperationTime: minute(number),
  });

  it('finds orders by the reference they carry', async () => {
    const second = orderIdOf(`${REFERENCE}-2`) ?? '';
    const other = orderIdOf(`${'0'.repeat(24)}-1`) ?? '';
    const { provider, received } = await nexi(() => ({
      body: { orders: [listed(ORDER, 5), listed(second, 6), listed(other, 7)] },
    }));
    const since = Date.now() - 60_000;
    expect(await provider.find(REFERENCE, since)).toEqual([ORDER, second]);
    const query = new URL(received[0]?.path ?? '', 'http://localhost').searchParams;
    expect(query.get('customField')).toBe(REFERENCE);
    expect(Date.parse(query.get('fromTime') ?? '')).toBe(since - 60_000);
  });

  it('asks for no more than the month that XPay lists', async () => {
    const { provider, received } = await nexi(() => ({ body: { orders: [] } }));
    expect(await provider.find(REFERENCE, 0)).toEqual([]);
    const from = Date.parse(
      new URL(received[0]?.path ?? '', 'http://localhost').searchParams.get('fromTime') ?? '',
    );
    expect(Date.now() - from).toBeLessThan(31 * 86_400_000);
  });

  it('lists a window over pages, each order once', async () => {
    const paymentOf = (number: number) => REFERENCE.slice(0, 8) + String(number).padStart(16, '0');
    const ids = Array.from({ length: 150 }, (_, number) => orderIdOf(`${paymentOf(number)}-1`) ?? '');
    const { provider, received } = await nexi(({ path }) => {
      const [, asked] = /^\/v1\/orders\/(.+)$/.exec(path) ?? [];
      if (asked) return { body: order([], { order: { orderId: asked, amount: '1999', currency: 'EUR' } }) };
      const isFirst = path.includes(encodeURIComponent(minute(59)));
      const shown = isFirst ? ids.slice(0, 100) : ids.slice(98);
      return { body: { orders: shown.map((id) => listed(id, isFirst ? 30 : 20)) } };
    });
    const looks = await allOf(provider.list(Date.parse(minute(0)), Date.parse(minute(59))));
    expect(looks.map(({ id }) => id)).toEqual(ids);
    const pages = received.filter(({ path }) => path.startsWith('/v1/orders?'));
    expect(pages).toHaveLength(2);
    expect(pages[1]?.path).toContain(`toTime=${encodeURIComponent(minute(30))}`);
  });

  it('leaves out orders made before the window', async () => {
    const { provider } = await nexi(({ path }) =>
      path.includes('?') ? { body: { orders: [listed(ORDER, 30)] } } : { body: order([operation()]) },
    );
    expect(await allOf(provider.list(Date.parse(minute(10)), Date.parse(minute(59))))).toEqual([]);
  });
});

describe('refunds at Nexi', () => {
  const wish = { key: 'refund-1', id: ORDER, cents: 500, currency: 'EUR' };
  const answering = (paid: object[], refund: Answer) => (request: Received) =>
    request.method === 'POST' ? refund : { body: order(paid) };

  it('asks for the money under the key, at the operation that took it', async () => {
    const capture = operation({ operationId: '102', operationType: 'CAPTURE' });
    const { provider, received } = await nexi(
      answering([operation(), capture], { body: { operationId: '103', operationTime: minute(9) } }),
    );
    const expected = { id: '103', key: 'refund-1', cents: 500, state: 'pending' };
    expect(await provider.refund(wish)).toEqual(expected);
    await provider.refund(wish);
    const [first, second] = received.filter(({ method }) => method === 'POST');
    expect(first).toMatchObject({
      path: '/v1/operations/102/refunds',
      body: { amount: '500', currency: 'EUR', description: 'refund-1' },
      headers: { 'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    });
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  });

  it('says no when nothing was paid, or too much is asked for', async () => {
    const unpaid = await nexi(answering([operation({ operationResult: 'DECLINED' })], {}));
    await expect(unpaid.provider.refund(wish)).rejects.toMatchObject({ code: 'other' });
    const much = await nexi(answering([operation()], { status: 400, body: problem('PS0029') }));
    await expect(much.provider.refund(wish)).rejects.toMatchObject({ code: 'amount' });
  });
});
