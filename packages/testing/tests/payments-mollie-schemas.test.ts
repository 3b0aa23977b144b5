import { type PaymentSandbox, startPaymentSandbox } from '@heartline/local/payment-sandbox';
import { createPaymentAccounts, type MandateWish, type PaymentProvider } from '@heartline/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Exchange, problemsOf, type SchemaCheck, startSchemaCheck } from './mollie-schemas-in-test.ts';

const KEY = 'test_4711';
const REFERENCE = '6a2b00000123456789abcdef';

let sandbox: PaymentSandbox;
let check: SchemaCheck;
let mollie: PaymentProvider;

/** The adapter of the account, with a key, in front of the check. */
async function mollieOf(key: string): Promise<PaymentProvider> {
  const accounts = await createPaymentAccounts([{ account: 'nl', provider: 'mollie', key, url: check.url }]);
  return accounts.of('nl') as PaymentProvider;
}

beforeAll(async () => {
  sandbox = await startPaymentSandbox({
    accounts: [{ name: 'nl', dialect: 'mollie', key: KEY, webhookSecret: '' }],
  });
  check = await startSchemaCheck(sandbox.origin);
  mollie = await mollieOf(KEY);
});

afterAll(async () => {
  await check.stop();
  await sandbox.stop();
});

type Order = Parameters<PaymentProvider['open']>[0];

const order = (change: Partial<Order> & Pick<Order, 'key'>): Order => ({
  reference: REFERENCE,
  cents: 1_999,
  currency: 'EUR',
  method: 'ideal',
  country: 'NL',
  locale: 'nl',
  words: { what: '60 credits', statement: 'HL SERVICES' },
  returnUrl: 'http://localhost:9/transactions/1',
  // Nothing listens there: the webhooks are not this test's subject.
  webhookUrl: 'http://127.0.0.1:9/api/payment-webhook.php?account=nl',
  expiresAt: Date.now() + 14 * 86_400_000,
  ...change,
});

/** A mandate that was signed two hours ago. */
const mandateWish = (): MandateWish => ({
  key: 'mandate-1',
  reference: 'HL0123456789ABCDEF01234567',
  debtor: {
    holder: 'Mara Vos',
    iban: 'NL91ABNA0417164300',
    email: 'mara@site.example',
    address: { street: 'Damrak', houseNumber: '1', zip: '1012 LG', city: 'Amsterdam', country: 'NL' },
  },
  signedAt: Date.now() - 7_200_000,
  locale: 'nl',
  ip: null,
  userAgent: null,
});

/** Runs what talks to Mollie, and expects its schemas to find nothing wrong with at least one exchange. */
async function isAsSpecified(work: () => Promise<unknown>): Promise<void> {
  const before = check.exchanges.length;
  await work();
  expect(check.exchanges.length).toBeGreaterThan(before);
  expect(check.problems).toEqual([]);
}

describe('Mollie’s schemas', () => {
  it.each([
    ['ideal', 'EUR', 'NL', 'nl'],
    ['bancontact', 'EUR', 'BE', 'fr'],
    ['blik', 'PLN', 'PL', 'pl'],
    ['prezelewy24', 'PLN', 'PL', 'pl'],
    ['eps', 'EUR', 'AT', 'de'],
    ['paypal', 'USD', 'US', 'en'],
    ['creditcard', 'EUR', 'IT', 'it'],
    ['applepay', 'GBP', 'GB', 'en'],
    ['paysafecard', 'EUR', 'ES', 'es'],
    ['sct', 'EUR', 'NL', 'nl'],
  ] as const)('accept the opening of %s and its answer', async (method, currency, country, locale) => {
    await isAsSpecified(async () => {
      const opened = await mollie.open(order({ key: `open-${method}`, method, currency, country, locale }));
      expect(opened.next.kind).toBe(method === 'sct' ? 'transfer' : 'redirect');
      expect(await mollie.open(order({ key: `open-${method}`, method, currency, country, locale }))).toEqual(
        opened,
      );
    });
  });

  it.each([
    ['pay', 'paid'],
    ['submit', 'pending'],
    ['fail', 'failed'],
    ['cancel', 'cancelled'],
    ['expire', 'expired'],
  ] as const)('accept a payment after %s', async (action, state) => {
    await isAsSpecified(async () => {
      const { id } = await mollie.open(order({ key: `state-${action}` }));
      sandbox.act(id, action);
      expect(await mollie.look(id)).toMatchObject({ id, reference: REFERENCE, state });
    });
  });

  it('accept refunds and charge-backs, in the payment and in their own list', async () => {
    await isAsSpecified(async () => {
      const { id } = await mollie.open(order({ key: 'money-back' }));
      sandbox.act(id, 'pay');
      const wish = { key: 'refund-1', id, cents: 500, currency: 'EUR' };
      const refund = await mollie.refund(wish);
      expect(refund).toMatchObject({ key: 'refund-1', cents: 500, state: 'done' });
      expect(await mollie.refund(wish)).toEqual(refund);
      sandbox.act(id, 'disputed');
      const look = await mollie.look(id);
      expect(look).toMatchObject({ refunds: [refund], disputes: [{ cents: 1_999, state: 'taken' }] });
      sandbox.act(id, 'disputeWon');
      expect((await mollie.look(id))?.disputes).toMatchObject([{ state: 'given-back' }]);
    });
  });

  it('accept mandates, debits, their returns and the list of charge-backs', async () => {
    await isAsSpecified(async () => {
      const wish = mandateWish();
      const mandate = await mollie.debits?.mandate(wish);
      // The key is forgotten after an hour: the mandate is looked for then.
      const later = await mollie.debits?.mandate({ ...wish, key: 'other' });
      expect(later).toEqual(mandate);
      const debit = (key: string) =>
        mollie.debits?.collect({
          ...order({ key, method: 'sdd' }),
          mandate: mandate?.id ?? '',
          collectOn: '2026-12-01',
        });
      const returned = (await debit('debit-1'))?.id ?? '';
      sandbox.act(returned, 'noFunds');
      expect(await mollie.look(returned)).toMatchObject({ state: 'failed', failure: 'AM04' });
      const taken = (await debit('debit-2'))?.id ?? '';
      sandbox.act(taken, 'collected');
      sandbox.act(taken, 'accountClosed');
      expect(await mollie.look(taken)).toMatchObject({
        state: 'paid',
        payer: { country: 'NL', ibanEnd: '4300' },
        disputes: [{ state: 'taken', reason: 'AC04' }],
      });
      expect(await mollie.disputedSince?.(Date.now() - 60_000)).toContain(taken);
      await mollie.debits?.revoke(mandate?.id ?? '');
      await expect(debit('debit-3')).rejects.toMatchObject({ code: 'other' });
    });
    expect(check.exchanges.some(({ method }) => method === 'DELETE')).toBe(true);
  });

  it.each([
    ['creditcard', 'AT'],
    ['ideal', 'AT'],
  ] as const)('accept where the money of %s came from', async (method, country) => {
    await isAsSpecified(async () => {
      const { id } = await mollie.open(order({ key: `abroad-${method}`, method }));
      sandbox.act(id, 'abroad');
      expect((await mollie.look(id))?.payer).toEqual({ country, ibanEnd: null });
    });
  });

  it('accept closing, and say when it is too late', async () => {
    await isAsSpecified(async () => {
      const transfer = await mollie.open(order({ key: 'close-1', method: 'sct' }));
      expect(await mollie.close(transfer.id)).toEqual({ outcome: 'closed' });
      const { id, expiresAt } = await mollie.open(order({ key: 'close-2' }));
      expect(await mollie.close(id)).toEqual({ outcome: 'open', until: expiresAt });
      sandbox.act(id, 'pay');
      expect(await mollie.close(id)).toEqual({ outcome: 'paid' });
    });
  });

  it('accept lists over pages', async () => {
    await isAsSpecified(async () => {
      const from = Date.now();
      const reference = 'a'.repeat(24);
      const opened: string[] = [];
      for (let number = 0; number < 60; number += 1)
        opened.push((await mollie.open(order({ key: `list-${number}`, reference }))).id);
      expect((await mollie.find(reference, from)).toSorted()).toEqual(opened.toSorted());
      const listed: string[] = [];
      for await (const { id } of mollie.list(0, Date.now() + 1_000)) listed.push(id);
      expect(listed).toEqual(expect.arrayContaining(opened));
      expect(check.exchanges.some(({ path }) => path.includes('from=tr_'))).toBe(true);
    });
  });

  it('accept refusals', async () => {
    await isAsSpecified(async () => {
      await expect((await mollieOf('test_other')).open(order({ key: 'no-1' }))).rejects.toMatchObject({
        code: 'account',
      });
      await expect(mollie.open(order({ key: 'no-2', cents: 0 }))).rejects.toMatchObject({ code: 'amount' });
      const blik = order({ key: 'no-3', method: 'blik', country: 'PL' });
      await expect(mollie.open(blik)).rejects.toMatchObject({ code: 'amount' });
      expect(await mollie.look('tr_unknown')).toBeUndefined();
      const { id } = await mollie.open(order({ key: 'no-4' }));
      const wish = { key: 'refund-2', id, cents: 500, currency: 'EUR' };
      await expect(mollie.refund(wish)).rejects.toMatchObject({ code: 'amount' });
      // The key of another order: Mollie opened something under it, so this is no refusal.
      await expect(mollie.open(order({ key: 'no-4', cents: 5 }))).rejects.toThrow('status 400');
    });
  });
});

describe('the check by Mollie’s schemas', () => {
  const opening = (): Exchange => {
    const found = check.exchanges.find(({ method, status }) => method === 'POST' && status === 201);
    if (!found) throw new Error('no exchange to spoil');
    return structuredClone(found);
  };
  const spoiled = (part: 'request' | 'answer', change: object): Exchange => {
    const exchange = opening();
    return { ...exchange, [part]: { ...(exchange[part] as object), ...change } };
  };

  it.each([
    ['request', { amount: { currency: 'EUR', value: 19.99 } }, 'request'],
    ['request', { restrictCountry: 'NL' }, 'request: a field that Mollie does not know'],
    ['request', { method: 'prezelewy24' }, 'method'],
    ['request', { locale: 'nl_XX' }, 'locale'],
    ['answer', { amount: { currency: 'EUR', value: 19.99 } }, 'answer'],
    ['answer', { status: 'cancelled' }, 'answer: 1 values of no enumeration'],
    ['answer', { _links: undefined }, 'answer'],
    ['answer', { reference: REFERENCE }, 'answer: Mollie has no field reference'],
    ['answer', { _embedded: { refunds: [{ id: 're_1' }] } }, 'refunds'],
  ] as const)('refuses a wrong %s: %j', (part, change, expected) => {
    expect(problemsOf(opening())).toEqual([]);
    expect(problemsOf(spoiled(part, change)).join()).toContain(expected);
  });

  it('refuses an error in another shape', () => {
    expect(problemsOf({ ...opening(), status: 422, answer: { error: 'amount' } })).not.toEqual([]);
  });
});
