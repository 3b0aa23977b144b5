import { randomUUID } from 'node:crypto';
import { paymentMethod } from '@heartline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxAccounts } from '../stack/payment-accounts.ts';
import { ACTIONS } from './actions.ts';
import { type PaymentSandbox, startPaymentSandbox } from './payment-sandbox.ts';
import { TROUBLES } from './troubles.ts';

const [bridge] = sandboxAccounts({ paymentKey: 'key-4711', paymentWebhookSecret: 'w'.repeat(16) });

describe('the pages of the payment sandbox', () => {
  let sandbox: PaymentSandbox;

  beforeAll(async () => {
    sandbox = await startPaymentSandbox({ accounts: bridge ? [bridge] : [] });
  });
  afterAll(() => sandbox.stop());

  /** Opens a payment as a shop does. */
  async function open(method: string, beside: { key?: string; idempotencyKey?: string } = {}) {
    const response = await fetch(`${sandbox.origin}/v1/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${beside.key ?? 'key-4711'}`,
        'idempotency-key': beside.idempotencyKey ?? randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        reference: randomUUID(),
        amountCents: 1_999,
        currency: 'EUR',
        method,
        country: 'NL',
        locale: 'nl',
        description: '60 <credits>',
        statement: 'Heartline',
        returnUrl: 'http://127.0.0.1:9/transactions/1',
        webhookUrl: 'http://127.0.0.1:9/webhook',
        expiresAt: Date.now() + 60_000,
      }),
    });
    return { status: response.status, ...((await response.json()) as { id: string; redirect: string }) };
  }

  const read = async (url: string) => (await fetch(url)).text();
  const press = (url: string, name: string, value: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ [name]: value }), redirect: 'manual' });

  it.each(paymentMethod.options)(
    'ask for nothing real to pay by %s, and say who serves it',
    async (method) => {
      const { redirect } = await open(method);
      const text = await read(redirect);
      expect(text).toContain('60 &lt;credits&gt;');
      expect(text).toContain('account <code>bridge</code> at a bridge');
      expect(
        text.match(/<(input|textarea|select)\b[^>]*>/g)?.filter((one) => !one.includes('radio')) ?? [],
      ).toEqual([]);
      expect(text).toMatch(method === 'sct' ? /value="arrive"[^>]*>The money arrives/ : />Pay €19\.99</);
    },
  );

  it('have a button for every action', async () => {
    const pages = await Promise.all(
      ['creditcard', 'sdd', 'sct'].map(async (method) => read((await open(method)).redirect)),
    );
    for (const action of Object.keys(ACTIONS)) expect(pages.join('')).toContain(`value="${action}"`);
  });

  it('let a person collect and return a debit that nobody pays on a page', async () => {
    const call = async (path: string, body: object) => {
      const headers = { authorization: 'Bearer key-4711', 'idempotency-key': randomUUID() };
      const response = await fetch(`${sandbox.origin}/v1${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { id: string };
    };
    const debtor = { holder: 'Mara <Vos>', iban: 'NL91ABNA0417164300', email: 'mara@site.example' };
    const address = { street: 'Damrak', houseNumber: '1', zip: '1012 LG', city: 'Amsterdam', country: 'NL' };
    const mandate = await call('/mandates', {
      reference: 'HL1',
      signedAt: 0,
      locale: 'nl',
      ip: null,
      userAgent: null,
      debtor: { ...debtor, ...address },
    });
    const { id } = await call('/debits', {
      reference: randomUUID(),
      amountCents: 1_999,
      currency: 'EUR',
      country: 'NL',
      locale: 'nl',
      description: '60 credits',
      statement: 'Heartline',
      webhookUrl: 'http://127.0.0.1:9/webhook',
      mandate: mandate.id,
      collectOn: '2026-12-01',
    });
    const page = `${sandbox.origin}/pay/${id}`;
    expect(await read(page)).toContain('announced for 2026-12-01');
    expect(await read(page)).not.toContain('NL91ABNA');
    const pressed = await press(page, 'action', 'noFunds');
    expect(pressed.headers.get('location')).toBe('/');
    expect(await read(page)).toContain('AM04');
    await press(page, 'action', 'collected');
    expect(sandbox.find(id)).toMatchObject({ state: 'paid', receivedCents: 1_999 });
    await press(page, 'action', 'accountClosed');
    expect(sandbox.find(id)?.disputes).toMatchObject([{ state: 'taken', reason: 'AC04' }]);
    await press(page, 'action', 'disputeLost');
    expect(sandbox.find(id)?.disputes).toMatchObject([{ state: 'lost', reason: 'AC04' }]);
    await press(page, 'action', 'disputeWon');
    expect(sandbox.find(id)?.disputes).toMatchObject([{ state: 'given-back' }]);
  });

  it('send the payer back to the shop after a button', async () => {
    const { id, redirect } = await open('ideal');
    const response = await press(redirect, 'action', 'pay');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('http://127.0.0.1:9/transactions/1');
    expect(sandbox.find(id)).toMatchObject({ state: 'paid', receivedCents: 1_999 });
    await press(redirect, 'action', 'constructor');
    expect(sandbox.find(id)?.state).toBe('paid');
  });

  it('ask the payer of a card by 3-D Secure, who may say no', async () => {
    const { id, redirect } = await open('creditcard');
    expect(await read(redirect)).toContain(`href="/pay/${id}/3ds"`);
    const text = await read(`${redirect}/3ds`);
    expect(text).toContain('Is it you who pays €19.99?');
    expect(text).toMatch(/value="fail">No</);
    await press(redirect, 'action', 'fail');
    expect(sandbox.find(id)?.state).toBe('failed');
  });

  it('let one account misbehave until told otherwise', async () => {
    const account = `${sandbox.origin}/accounts/bridge`;
    for (const label of Object.values(TROUBLES)) expect(await read(sandbox.origin)).toContain(label);
    await press(account, 'trouble', 'away');
    expect((await open('ideal')).status).toBe(503);
    await press(account, 'trouble', '');
    expect((await open('ideal')).status).toBe(200);
  });

  it('open another payment under a key that was forgotten', async () => {
    const idempotencyKey = randomUUID();
    const { id } = await open('ideal', { idempotencyKey });
    expect((await open('ideal', { idempotencyKey })).id).toBe(id);
    sandbox.act(id, 'forgetKey');
    expect((await open('ideal', { idempotencyKey })).id).not.toBe(id);
  });

  it('have a second checkout of the same order paid', async () => {
    const { id } = await open('ideal');
    sandbox.act(id, 'pay');
    sandbox.act(id, 'again');
    const reference = sandbox.find(id)?.reference;
    const paid = sandbox.list().filter((one) => one.reference === reference && one.state === 'paid');
    expect(paid).toHaveLength(2);
    expect(new Set(paid.map((one) => one.id)).size).toBe(2);
  });

  it('show nothing to a shop with a wrong key', async () => {
    expect((await open('ideal', { key: 'key-4712' })).status).toBe(401);
  });
});
