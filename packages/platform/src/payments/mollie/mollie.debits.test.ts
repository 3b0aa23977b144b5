import { describe, expect, it } from 'vitest';
import { ProviderRefused, ProviderUnavailable } from '../../ports.ts';
import { type Answer, aDebit, aMandate, REFERENCE, type Received, serveAnswers } from '../server-in-test.ts';
import { createMollie } from './mollie.ts';

async function mollie(answer: (request: Received, url: string) => Answer) {
  const { url, received } = await serveAnswers(answer);
  const { debits, disputedSince } = createMollie({ account: 'nl', key: 'test_4711', url });
  if (!debits || !disputedSince) throw new Error('Mollie takes no debits');
  return { received, debits, disputedSince };
}

const CREATED = '2026-11-29T02:00:00+00:00';
const customer = { id: 'cst_1', metadata: { reference: aMandate().reference }, createdAt: CREATED };
const mandate = (status = 'valid') => ({
  id: 'mdt_1',
  status,
  mandateReference: aMandate().reference,
});
const payment = {
  id: 'tr_1',
  status: 'pending',
  amount: { value: '19.99', currency: 'EUR' },
  metadata: { reference: REFERENCE },
  createdAt: CREATED,
  _links: {},
};
const made = ({ path }: Received): Answer => ({
  status: 201,
  body: path.endsWith('/mandates') ? mandate() : customer,
});
const page = (name: string, rows: object[], next?: string) => ({
  _embedded: { [name]: rows },
  _links: { next: next === undefined ? null : { href: next } },
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ProviderRefused ? error.code : error),
  );

describe('mandates at Mollie', () => {
  it('makes a customer and a mandate with our reference', async () => {
    const { debits, received } = await mollie(made);
    const signedAt = Date.now();
    expect(await debits.mandate(aMandate({ signedAt }))).toEqual({
      id: 'cst_1/mdt_1',
      reference: 'HL0123456789ABCDEF01234567',
    });
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v2/customers',
      'POST /v2/customers/cst_1/mandates',
    ]);
    expect(received.map(({ body }) => body)).toEqual([
      { name: 'Mara Vos', locale: 'nl_NL', metadata: { reference: 'HL0123456789ABCDEF01234567' } },
      {
        method: 'directdebit',
        consumerName: 'Mara Vos',
        consumerAccount: 'NL91ABNA0417164300',
        signatureDate: new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' }).format(signedAt),
        mandateReference: 'HL0123456789ABCDEF01234567',
      },
    ]);
    expect(JSON.stringify(received.map(({ body }) => body))).not.toMatch(/mara@|203\.0\.113/);
  });

  it('sends the same keys for the same mandate', async () => {
    const { debits, received } = await mollie(made);
    const wish = aMandate({ signedAt: Date.now() });
    await debits.mandate(wish);
    await debits.mandate(wish);
    const keys = received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    expect(keys.slice(2)).toEqual(keys.slice(0, 2));
  });

  it('finds a mandate that was made before Mollie forgot the key', async () => {
    const other = { ...customer, id: 'cst_2', metadata: null };
    const { debits, received } = await mollie(({ path }, url) => {
      if (path.endsWith('/mandates')) return { body: page('mandates', [mandate()]) };
      return path.includes('from=')
        ? { body: page('customers', [customer]) }
        : { body: page('customers', [other], `${url}/v2/customers?from=cst_1`) };
    });
    expect(await debits.mandate(aMandate())).toMatchObject({ id: 'cst_1/mdt_1' });
    expect(received.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('makes the mandate of a customer that has none yet', async () => {
    const { debits, received } = await mollie(({ method, path }) => {
      if (method === 'POST') return { status: 201, body: mandate() };
      return path.endsWith('/mandates')
        ? { body: page('mandates', []) }
        : { body: page('customers', [customer]) };
    });
    expect(await debits.mandate(aMandate())).toMatchObject({ id: 'cst_1/mdt_1' });
    expect(received.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('looks no further back than the signature', async () => {
    const older = { ...customer, metadata: null, createdAt: '2026-11-28T02:00:00+00:00' };
    const { debits, received } = await mollie((request, url) =>
      request.method === 'POST'
        ? made(request)
        : { body: page('customers', [older], `${url}/v2/customers?from=cst_0`) },
    );
    await debits.mandate(aMandate());
    expect(received.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  it.each([
    ['consumerAccount', 'iban'],
    ['method', 'method'],
    ['consumerName', 'other'],
    [undefined, 'other'],
  ])('takes a refused field %s for %s', async (field, code) => {
    const { debits } = await mollie((request) =>
      request.path.endsWith('/mandates') ? { status: 422, body: { field } } : made(request),
    );
    expect(await codeOf(debits.mandate(aMandate({ signedAt: Date.now() })))).toBe(code);
  });

  it('refuses an invalid mandate, and takes a pending one', async () => {
    const of = (status: string) =>
      mollie((request) =>
        request.path.endsWith('/mandates') ? { status: 201, body: mandate(status) } : made(request),
      );
    const wish = aMandate({ signedAt: Date.now() });
    expect(await codeOf((await of('invalid')).debits.mandate(wish))).toBe('iban');
    expect(await codeOf((await of('pending')).debits.mandate(wish))).toBe('done');
  });

  it.each([204, 404, 410])('takes %i for an ended mandate', async (status) => {
    const { debits, received } = await mollie(() => ({ status, body: status === 204 ? '' : {} }));
    await debits.revoke('cst_1/mdt_1');
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /v2/customers/cst_1/mandates/mdt_1',
    ]);
  });

  it.each([401, 500, 503])('takes %i for no answer', async (status) => {
    const { debits } = await mollie(() => ({ status, body: {} }));
    expect(await codeOf(debits.revoke('cst_1/mdt_1'))).toBeInstanceOf(ProviderUnavailable);
    expect(await codeOf(debits.mandate(aMandate()))).toBeInstanceOf(ProviderUnavailable);
    expect(await codeOf(debits.collect(aDebit({ mandate: 'cst_1/mdt_1' })))).toBeInstanceOf(
      ProviderUnavailable,
    );
  });
});

describe('debits at Mollie', () => {
  it('debits under the mandate, with a webhook of ours', async () => {
    const { debits, received } = await mollie(() => ({ status: 201, body: payment }));
    expect(await debits.collect(aDebit({ mandate: 'cst_1/mdt_1' }))).toEqual({ id: 'tr_1' });
    expect(received).toMatchObject([{ method: 'POST', path: '/v2/payments' }]);
    expect(received[0]?.body).toEqual({
      amount: { currency: 'EUR', value: '19.99' },
      description: 'HL SERVICES',
      redirectUrl: null,
      webhookUrl: expect.stringMatching(
        new RegExp(`\\?account=nl&reference=${REFERENCE}&token=[\\w-]{43}$`),
      ) as string,
      method: 'directdebit',
      sequenceType: 'recurring',
      customerId: 'cst_1',
      mandateId: 'mdt_1',
      locale: 'nl_NL',
      metadata: { reference: REFERENCE },
    });
  });

  it('asks Mollie nothing about a mandate of another provider', async () => {
    const { debits, received } = await mollie(() => ({ status: 500 }));
    expect(await codeOf(debits.collect(aDebit({ mandate: 'seti_1' })))).toBe('other');
    expect(received).toEqual([]);
  });

  it('takes a refused mandate for a definite no', async () => {
    const { debits } = await mollie(() => ({ status: 422, body: { field: 'mandateId' } }));
    expect(await codeOf(debits.collect(aDebit({ mandate: 'cst_1/mdt_1' })))).toBe('other');
  });
});

describe('charge-backs listed by Mollie', () => {
  const DAY = 86_400_000;
  const SINCE = Date.UTC(2026, 10, 29);
  const on = (days: number) => new Date(SINCE + days * DAY).toISOString();

  it('names what began or was reversed since then, over pages', async () => {
    const { disputedSince, received } = await mollie(({ path }, url) =>
      path.includes('from=')
        ? {
            body: page(
              'chargebacks',
              [
                { paymentId: 'tr_3', createdAt: on(-40), reversedAt: on(1) },
                { paymentId: 'tr_4', createdAt: on(-41), reversedAt: on(-2) },
                { paymentId: 'tr_5', createdAt: on(-200), reversedAt: null },
              ],
              `${url}/v2/chargebacks?from=chb_9`,
            ),
          }
        : {
            body: page(
              'chargebacks',
              [
                { paymentId: 'tr_1', createdAt: on(2) },
                { paymentId: 'tr_1', createdAt: on(1), reversedAt: null },
                { paymentId: 'tr_2', createdAt: on(-1) },
              ],
              `${url}/v2/chargebacks?from=chb_4`,
            ),
          },
    );
    expect(await disputedSince(SINCE)).toEqual(['tr_1', 'tr_3']);
    expect(received.map(({ path }) => path)).toEqual([
      '/v2/chargebacks?limit=100',
      '/v2/chargebacks?from=chb_4',
    ]);
  });
});
