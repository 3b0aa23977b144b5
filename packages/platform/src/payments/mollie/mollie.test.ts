import { describe, expect, it } from 'vitest';
import { type Look, ProviderRefused, ProviderUnavailable } from '../../ports.ts';
import { type Answer, allOf, anOrder, REFERENCE, type Received, serveAnswers } from '../server-in-test.ts';
import { createMollie } from './mollie.ts';

const KEY = 'test_4711';

const euros = (value: string) => ({ value, currency: 'EUR' });

/** A payment as Mollie answers it. */
const payment = (change: object = {}) => ({
  resource: 'payment',
  id: 'tr_1',
  status: 'open',
  amount: euros('19.99'),
  metadata: { reference: REFERENCE },
  createdAt: '2026-11-29T02:00:00+00:00',
  expiresAt: '2026-11-29T02:15:00+00:00',
  isCancelable: false,
  _links: { checkout: { href: 'https://www.mollie.com/checkout/1', type: 'text/html' } },
  ...change,
});

async function mollie(answer: (request: Received, url: string) => Answer) {
  const { url, received } = await serveAnswers(answer);
  return { received, provider: createMollie({ account: 'nl', key: KEY, url }) };
}

const opening = { status: 201, body: payment() };

describe('opening at Mollie', () => {
  it('sends the order and returns the hosted page', async () => {
    const { provider, received } = await mollie(() => opening);
    expect(await provider.open(anOrder())).toEqual({
      id: 'tr_1',
      expiresAt: Date.UTC(2026, 10, 29, 2, 15),
      next: { kind: 'redirect', url: 'https://www.mollie.com/checkout/1' },
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', path: '/v2/payments' });
    expect(received[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
    expect(received[0]?.body).toEqual({
      amount: euros('19.99'),
      description: 'HL SERVICES',
      redirectUrl: 'https://shop.example/transactions/1',
      webhookUrl: expect.stringMatching(
        new RegExp(`\\?account=nl&reference=${REFERENCE}&token=[\\w-]{43}$`),
      ) as string,
      method: 'ideal',
      locale: 'nl_NL',
      restrictPaymentMethodsToCountry: 'NL',
      metadata: { reference: REFERENCE },
    });
  });

  it('sends the same UUID for the same key, and another for another', async () => {
    const { provider, received } = await mollie(() => opening);
    for (const attempt of [1, 1, 2]) await provider.open(anOrder({ key: `${REFERENCE}-${attempt}` }));
    const [one, same, other] = received.map(({ headers }) => headers['idempotency-key']);
    expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it.each([
    ['bancontact', 'bancontact'],
    ['blik', 'blik'],
    ['prezelewy24', 'przelewy24'],
    ['eps', 'eps'],
    ['paypal', 'paypal'],
    ['creditcard', 'creditcard'],
    ['applepay', 'applepay'],
    ['paysafecard', 'paysafecard'],
  ] as const)('calls %s by the name %s', async (method, name) => {
    const { provider, received } = await mollie(() => opening);
    expect(provider.can[method]).toBeDefined();
    await provider.open(anOrder({ method }));
    expect(received[0]?.body).toMatchObject({ method: name });
  });

  it('answers a bank transfer with its account data and sends the due date', async () => {
    const details = {
      bankName: 'Stichting Mollie Payments',
      bankAccount: 'NL70DEUT0265262313',
      bankBic: 'DEUTNL2A',
      transferReference: 'RF74-4500-4966-8489',
    };
    const { provider, received } = await mollie(() => ({ status: 201, body: payment({ details }) }));
    expect((await provider.open(anOrder({ method: 'sct' }))).next).toEqual({
      kind: 'transfer',
      to: {
        holder: 'Stichting Mollie Payments',
        iban: 'NL70DEUT0265262313',
        bic: 'DEUTNL2A',
        reference: 'RF74-4500-4966-8489',
        cents: 1_999,
        currency: 'EUR',
        until: Date.UTC(2026, 10, 29, 2, 15),
      },
      url: 'https://www.mollie.com/checkout/1',
    });
    // 23:30 UTC is the next day in Amsterdam.
    expect(received[0]?.body).toMatchObject({ method: 'banktransfer', dueDate: '2026-12-13' });
  });

  it.each(['sdd', 'giropay', 'sofort', 'nexi'] as const)('refuses %s without a request', async (method) => {
    const { provider, received } = await mollie(() => opening);
    expect(provider.can[method] === undefined).toBe(method !== 'sdd');
    await expect(provider.open(anOrder({ method }))).rejects.toMatchObject({ code: 'method' });
    expect(received).toEqual([]);
  });

  it('rejects an answer without an address to pay at', async () => {
    const { provider } = await mollie(() => ({ status: 201, body: payment({ _links: {} }) }));
    await expect(provider.open(anOrder())).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});

const problem = (field?: string) => ({ status: 422, title: 'Unprocessable Entity', detail: 'iban', field });

describe('refusals of Mollie', () => {
  it.each([
    [401, {}, 'account'],
    [403, {}, 'account'],
    [422, problem('method'), 'method'],
    [422, problem('amount'), 'amount'],
    [422, problem('amount.value'), 'amount'],
    [422, problem('restrictPaymentMethodsToCountry'), 'country'],
    [422, problem('webhookUrl'), 'other'],
    [422, problem(), 'other'],
  ] as const)('reads %i %j as a refusal of the %s', async (status, body, code) => {
    const { provider } = await mollie(() => ({ status, body }));
    const error = await provider.open(anOrder()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderRefused);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toMatch(/iban|4711/);
  });

  it.each([
    ['a key used for another request', { status: 400, body: {} }],
    ['a request that still runs', { status: 409, body: {} }],
    ['too many requests', { status: 429, body: {} }],
    ['a fault', { status: 500, body: {} }],
    ['an outage of the bank', { status: 503, body: {} }],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }],
    ['HTML', { status: 201, body: '<html>' }],
    ['an amount as a number', { status: 201, body: payment({ amount: { value: 19.99, currency: 'EUR' } }) }],
    ['a negative amount', { status: 201, body: payment({ amount: euros('-19.99') }) }],
    ['an unknown status', { status: 201, body: payment({ status: 'maybe' }) }],
  ] as const)('knows nothing after %s', async (_name, answer) => {
    const { provider } = await mollie(() => answer);
    await expect(provider.open(anOrder())).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(provider.look('tr_1')).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  it('learns nothing from a refused key but when it opens', async () => {
    const { provider } = await mollie(() => ({ status: 401, body: {} }));
    const wish = { key: 'refund-1', id: 'tr_1', cents: 100, currency: 'EUR' };
    await expect(provider.refund(wish)).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(provider.close('tr_1')).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(provider.look('tr_1')).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(provider.find(REFERENCE, 0)).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});

describe('looking at a payment of Mollie', () => {
  it.each([
    ['open', 'open', 0],
    ['pending', 'pending', 0],
    ['authorized', 'pending', 0],
    ['paid', 'paid', 1_999],
    ['canceled', 'cancelled', 0],
    ['expired', 'expired', 0],
    ['failed', 'failed', 0],
  ] as const)('reads %s as %s', async (status, state, receivedCents) => {
    const { provider, received } = await mollie(() => ({ body: payment({ status }) }));
    expect(await provider.look('tr_1')).toEqual({
      id: 'tr_1',
      reference: REFERENCE,
      state,
      cents: 1_999,
      receivedCents,
      currency: 'EUR',
      createdAt: Date.UTC(2026, 10, 29, 2),
      refunds: [],
      disputes: [],
      failure: null,
      payer: { country: null, ibanEnd: null },
    } satisfies Look);
    expect(received[0]?.path).toBe('/v2/payments/tr_1?embed=refunds,chargebacks');
  });

  it.each([
    ['queued', 'pending'],
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['refunded', 'done'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ] as const)('reads a refund %s as %s', async (status, state) => {
    const refund = { id: 're_1', amount: euros('5.00'), status, metadata: { key: 'k' } };
    const embedded = { refunds: [refund, { ...refund, id: 're_2', metadata: 'theirs' }] };
    const { provider } = await mollie(() => ({ body: payment({ status: 'paid', _embedded: embedded }) }));
    const look = await provider.look('tr_1');
    expect(look?.state).toBe('paid');
    expect(look?.refunds).toEqual([
      { id: 're_1', key: 'k', cents: 500, state },
      { id: 're_2', key: null, cents: 500, state },
    ]);
  });

  it('reads a charge-back as taken, and as given back once reversed', async () => {
    const one = { id: 'chb_1', amount: euros('19.99'), createdAt: '2026-12-01T00:00:00+00:00' };
    const chargebacks = [
      { ...one, reason: { code: 'AC04', description: 'Account closed' }, reversedAt: null },
      { ...one, id: 'chb_2', reversedAt: '2026-12-02T00:00:00+00:00' },
    ];
    const { provider } = await mollie(() => ({
      body: payment({ status: 'paid', _embedded: { chargebacks } }),
    }));
    const look = await provider.look('tr_1');
    expect(look?.state).toBe('paid');
    expect(look?.disputes).toEqual([
      {
        id: 'chb_1',
        cents: 1_999,
        currency: 'EUR',
        state: 'taken',
        reason: 'AC04',
        at: Date.UTC(2026, 11, 1),
      },
      {
        id: 'chb_2',
        cents: 1_999,
        currency: 'EUR',
        state: 'given-back',
        reason: '',
        at: Date.UTC(2026, 11, 2),
      },
    ]);
  });

  it('knows no payment at 404, and no reference in metadata of others', async () => {
    const unknown = await mollie(() => ({ status: 404, body: {} }));
    expect(await unknown.provider.look('tr_0')).toBeUndefined();
    for (const metadata of [null, 'text', { order: 1 }, { reference: 5 }, undefined]) {
      const { provider } = await mollie(() => ({ body: payment({ metadata }) }));
      expect((await provider.look('tr_1'))?.reference).toBe('');
    }
  });
});

describe('closing at Mollie', () => {
  it('cancels what can be cancelled', async () => {
    const { provider, received } = await mollie(({ method }) => ({
      body: payment(method === 'DELETE' ? { status: 'canceled' } : { isCancelable: true }),
    }));
    expect(await provider.close('tr_1')).toEqual({ outcome: 'closed' });
    expect(received.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  });

  it.each([
    ['open', { outcome: 'open', until: Date.UTC(2026, 10, 29, 2, 15) }],
    ['pending', { outcome: 'open', until: Date.UTC(2026, 10, 29, 2, 15) }],
    ['paid', { outcome: 'paid' }],
    ['expired', { outcome: 'closed' }],
    ['failed', { outcome: 'closed' }],
  ] as const)('says how an uncancellable payment stands that is %s', async (status, closing) => {
    const { provider, received } = await mollie(() => ({ body: payment({ status }) }));
    expect(await provider.close('tr_1')).toEqual(closing);
    expect(received).toHaveLength(1);
  });

  it('says paid when the payer was faster than the cancellation', async () => {
    let isPaid = false;
    const { provider } = await mollie(({ method }) => {
      if (method === 'DELETE') {
        isPaid = true;
        return { status: 422, body: problem() };
      }
      return { body: payment(isPaid ? { status: 'paid' } : { isCancelable: true }) };
    });
    expect(await provider.close('tr_1')).toEqual({ outcome: 'paid' });
  });

  it('counts an unknown payment as open', async () => {
    const { provider } = await mollie(() => ({ status: 404, body: {} }));
    expect(await provider.close('tr_1')).toMatchObject({ outcome: 'open' });
  });
});

/** Pages of payments by their number, each linked to the next. */
const paged =
  (pages: object[][], linkOf = (url: string, page: number) => `${url}/v2/payments?from=${page}&limit=50`) =>
  ({ path }: Received, url: string): Answer => {
    const page = Number(/from=(\d+)/.exec(path)?.[1] ?? 0);
    if (path.includes('embed')) return { body: payment({ id: 'tr_looked', createdAt: at(30) }) };
    const next =
      page + 1 < pages.length ? { href: linkOf(url, page + 1), type: 'application/hal+json' } : null;
    return { body: { count: 1, _embedded: { payments: pages[page] ?? [] }, _links: { next } } };
  };

const at = (minute: number) => `2026-11-29T02:${String(minute).padStart(2, '0')}:00+00:00`;
const time = (minute: number) => Date.UTC(2026, 10, 29, 2, minute);

describe('lists of Mollie', () => {
  const pages = [
    [payment({ id: 'tr_5', createdAt: at(50) }), payment({ id: 'tr_4', createdAt: at(40), metadata: null })],
    [payment({ id: 'tr_3', createdAt: at(30) }), payment({ id: 'tr_2', createdAt: at(20) })],
    [payment({ id: 'tr_1', createdAt: at(10) })],
  ];

  it('finds payments of a reference over pages, back to a time', async () => {
    const { provider, received } = await mollie(paged(pages));
    expect(await provider.find(REFERENCE, time(25))).toEqual(['tr_5', 'tr_3']);
    expect(received.map(({ path }) => path)).toEqual([
      '/v2/payments?limit=50',
      '/v2/payments?from=1&limit=50',
    ]);
    expect(await provider.find('0'.repeat(24), time(0))).toEqual([]);
  });

  it('finds a payment that Mollie’s clock dates a minute early', async () => {
    const { provider } = await mollie(paged(pages));
    expect(await provider.find(REFERENCE, time(31))).toEqual(['tr_5', 'tr_3']);
  });

  it('lists a time window, and looks at payments with money back', async () => {
    const refunded = payment({ id: 'tr_3', createdAt: at(30), amountRefunded: euros('5.00') });
    const whole = payment({ id: 'tr_2', createdAt: at(20), amountRefunded: euros('0.00') });
    const { provider, received } = await mollie(paged([pages[0] ?? [], [refunded, whole], pages[2] ?? []]));
    const looks = await allOf(provider.list(time(20), time(50)));
    expect(looks.map(({ id }) => id)).toEqual(['tr_4', 'tr_looked', 'tr_2']);
    expect(received.map(({ path }) => path)).toContain('/v2/payments/tr_3?embed=refunds,chargebacks');
  });

  it('lists payments in yen, which have no decimals', async () => {
    const { provider } = await mollie(paged([[payment({ amount: { value: '1500', currency: 'JPY' } })]]));
    expect(await allOf(provider.list(0, time(59)))).toMatchObject([{ cents: 1_500, currency: 'JPY' }]);
  });

  it('follows no link to another host', async () => {
    const elsewhere = await mollie(() => ({ body: {} }));
    const { provider } = await mollie(paged(pages, () => 'https://elsewhere.example/v2/payments?from=1'));
    await expect(provider.find(REFERENCE, 0)).rejects.toThrow('address of another host');
    await expect(allOf(provider.list(0, time(59)))).rejects.toThrow('address of another host');
    expect(elsewhere.received).toEqual([]);
  });

  it('gives up on a list without an end instead of calling it complete', async () => {
    const endless = Array.from({ length: 60 }, () => [payment()]);
    const { provider, received } = await mollie(paged(endless));
    await expect(provider.find(REFERENCE, 0)).rejects.toThrow('list longer than 40 pages');
    expect(received).toHaveLength(40);
  });
});

describe('refunds at Mollie', () => {
  const wish = { key: 'refund-1', id: 'tr_1', cents: 500, currency: 'EUR' };
  const refund = { id: 're_1', amount: euros('5.00'), status: 'queued', metadata: { key: 'refund-1' } };
  const answering = (refunds: object[]) => (request: Received) =>
    request.method === 'POST' ? { status: 201, body: refund } : { body: { _embedded: { refunds } } };

  it('asks for the money once under the key', async () => {
    const { provider, received } = await mollie(answering([{ ...refund, metadata: { key: 'refund-0' } }]));
    expect(await provider.refund(wish)).toEqual({
      id: 're_1',
      key: 'refund-1',
      cents: 500,
      state: 'pending',
    });
    expect(received.at(-1)).toMatchObject({
      path: '/v2/payments/tr_1/refunds',
      body: { amount: euros('5.00'), metadata: { key: 'refund-1' } },
      headers: { 'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    });
  });

  it('finds an earlier refund of the key, which Mollie forgets after an hour', async () => {
    const { provider, received } = await mollie(answering([{ ...refund, status: 'refunded' }]));
    expect(await provider.refund(wish)).toEqual({ id: 're_1', key: 'refund-1', cents: 500, state: 'done' });
    expect(received.map(({ method }) => method)).toEqual(['GET']);
  });

  it('says that too much was asked for, or that the payment is unknown', async () => {
    const much = await mollie(({ method }) =>
      method === 'POST' ? { status: 422, body: problem('amount') } : { body: { _embedded: { refunds: [] } } },
    );
    await expect(much.provider.refund(wish)).rejects.toMatchObject({ code: 'amount' });
    const unknown = await mollie(() => ({ status: 404, body: {} }));
    await expect(unknown.provider.refund(wish)).rejects.toMatchObject({ code: 'other' });
  });

  it('knows nothing when Mollie calls two refunds alike', async () => {
    const { provider } = await mollie(({ method }) =>
      method === 'POST' ? { status: 409, body: {} } : { body: { _embedded: { refunds: [] } } },
    );
    await expect(provider.refund(wish)).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});
