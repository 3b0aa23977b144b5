import { describe, expect, it } from 'vitest';
import { ProviderRefused, ProviderUnavailable } from '../../ports.ts';
import { type Answer, aDebit, aMandate, type Received, serveAnswers } from '../server-in-test.ts';
import { createBridge } from './bridge.ts';

async function bridge(...answers: Answer[]) {
  const { url, received } = await serveAnswers(() => answers.shift() ?? { status: 500 });
  const provider = createBridge({ account: 'x', url, key: 'key', webhookSecret: 'w'.repeat(16) });
  if (!provider.debits || !provider.disputedSince) throw new Error('the bridge takes no debits');
  return { received, debits: provider.debits, disputedSince: provider.disputedSince };
}

const said = ({ method, path, headers, body }: Received) => [
  `${method} ${path}`,
  headers['idempotency-key'],
  body,
];

/** The error of a refused call. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ProviderRefused ? error.code : error),
  );

describe('direct debits by a bridge', () => {
  it('registers a mandate under its key with everything about the debtor', async () => {
    const { debits, received } = await bridge({ body: { id: 'mdt_1', reference: 'HL1' } });
    const wish = aMandate();
    expect(await debits.mandate(wish)).toEqual({ id: 'mdt_1', reference: 'HL1' });
    const { key, debtor, ...rest } = wish;
    const { address, ...holder } = debtor;
    expect(received.map(said)).toEqual([
      ['POST /v1/mandates', key, { ...rest, debtor: { ...holder, ...address } }],
    ]);
  });

  it('debits under a mandate as a payment of its own', async () => {
    const { debits, received } = await bridge({ body: { id: 'p1' } });
    const order = aDebit();
    expect(await debits.collect(order)).toEqual({ id: 'p1' });
    const { reference, currency, country, locale, webhookUrl, mandate, collectOn } = order;
    const facts = { reference, currency, country, locale, webhookUrl, mandate, collectOn };
    const body = { ...facts, amountCents: 1_999, description: '60 credits', statement: 'HL SERVICES' };
    expect(received.map(said)).toEqual([['POST /v1/debits', order.key, body]]);
  });

  it.each([
    [422, { error: 'iban' }, 'iban'],
    [422, { error: 'closed' }, 'closed'],
    [400, { error: 'order' }, 'other'],
    [404, { error: 'unknown' }, 'method'],
    [405, {}, 'method'],
    [501, {}, 'method'],
  ])('takes %i %j of a mandate as a refusal: %s', async (status, body, code) => {
    const { debits } = await bridge({ status, body });
    expect(await codeOf(debits.mandate(aMandate()))).toBe(code);
  });

  it.each([
    [422, { error: 'iban' }, 'iban'],
    [422, { error: 'closed' }, 'closed'],
    [404, {}, 'other'],
  ])('takes %i %j of a debit as a refusal: %s', async (status, body, code) => {
    const { debits } = await bridge({ status, body });
    expect(await codeOf(debits.collect(aDebit()))).toBe(code);
  });

  it.each([401, 429, 500, 503])('takes %i for no answer, so the call is repeated', async (status) => {
    const { debits } = await bridge({ status, body: {} }, { status, body: {} }, { status, body: {} });
    expect(await codeOf(debits.mandate(aMandate()))).toBeInstanceOf(ProviderUnavailable);
    expect(await codeOf(debits.collect(aDebit()))).toBeInstanceOf(ProviderUnavailable);
    expect(await codeOf(debits.revoke('mdt_1'))).toBeInstanceOf(ProviderUnavailable);
  });

  it('ends a mandate, also one that the bridge does not know', async () => {
    const { debits, received } = await bridge(
      { body: { id: 'm/1', reference: 'HL1' } },
      { status: 404, body: { error: 'unknown' } },
    );
    await debits.revoke('m/1');
    await debits.revoke('m/1');
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/mandates/m%2F1/revoke',
      'POST /v1/mandates/m%2F1/revoke',
    ]);
  });
});

describe('disputes listed by a bridge', () => {
  const dispute = (id: string, payment: string) => ({
    id,
    payment,
    amountCents: 1_999,
    currency: 'EUR',
    state: 'taken',
    reason: 'AM04',
    at: 5,
  });

  it('names each disputed payment once, over all parts', async () => {
    const { disputedSince, received } = await bridge(
      { body: { disputes: [dispute('d1', 'p1'), dispute('d2', 'p1')], next: 'd2' } },
      { body: { disputes: [dispute('d3', 'p2')], next: null } },
    );
    expect(await disputedSince(4)).toEqual(['p1', 'p2']);
    expect(received.map(({ path }) => path)).toEqual([
      '/v1/disputes?since=4',
      '/v1/disputes?since=4&after=d2',
    ]);
  });

  it('has none of a bridge without such a list', async () => {
    const { disputedSince } = await bridge({ status: 404, body: { error: 'unknown' } });
    expect(await disputedSince(0)).toEqual([]);
  });

  it('takes a wrong list for no answer', async () => {
    const { disputedSince } = await bridge({ body: { disputes: [{ id: 'd1' }], next: null } });
    await expect(disputedSince(0)).rejects.toBeInstanceOf(ProviderUnavailable);
  });
});
