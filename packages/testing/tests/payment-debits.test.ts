import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sandboxAccounts } from '@heartline/local/payment-accounts';
import { type PaymentSandbox, startPaymentSandbox } from '@heartline/local/payment-sandbox';
import {
  createPaymentAccounts,
  type DebitOrder,
  type DirectDebits,
  type Look,
  type MandateWish,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '@heartline/platform';
import { sharedStripeMock, until } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MINUTE = 60_000;
const IBAN = 'DE89370400440532013000';

/** The differences between providers. A new one is a row. */
const ROWS: readonly Row[] = [
  { account: 'bridge', words: { noFunds: 'AM04', accountClosed: 'AC04', refusedByDebtor: 'MD01' } },
  {
    account: 'main',
    words: {
      noFunds: 'insufficient_funds',
      accountClosed: 'account_closed',
      refusedByDebtor: 'debit_not_authorized',
    },
    disputes: {
      noFunds: 'insufficient_funds',
      accountClosed: 'incorrect_account_details',
      refusedByDebtor: 'debit_not_authorized',
    },
  },
  { account: 'nl', words: { noFunds: 'AM04', accountClosed: 'AC04', refusedByDebtor: 'MD01' } },
];

type Returned = 'noFunds' | 'accountClosed' | 'refusedByDebtor';

interface Row {
  account: string;
  /** The reasons of returned debits in the provider’s words. */
  words: Readonly<Record<Returned, string>>;
  /** The reasons of money taken back, where they are other words. */
  disputes?: Readonly<Record<Returned, string>>;
}

describe.each(ROWS)('direct debits at the account $account', ({ account, words, disputes = words }) => {
  const secrets = { paymentKey: randomUUID(), paymentWebhookSecret: randomUUID() };
  const received: { body: Buffer; headers: IncomingHttpHeaders; query: Record<string, string> }[] = [];
  let shop: Server;
  let shopOrigin: string;
  let sandbox: PaymentSandbox;
  let provider: PaymentProvider;
  let debits: DirectDebits;

  beforeAll(async () => {
    shop = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { searchParams } = new URL(request.url ?? '', 'http://shop');
        const query = Object.fromEntries(searchParams);
        received.push({ body: Buffer.concat(chunks), headers: request.headers, query });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => {
      shop.listen(0, '127.0.0.1', resolve);
    });
    shopOrigin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    if (account === 'main') await sharedStripeMock();
    sandbox = await startPaymentSandbox({ accounts: sandboxAccounts(secrets), stripeMock: sharedStripeMock });
    sandbox.sendWebhooksTo(shopOrigin);
    const known = sandboxAccounts(secrets).find(({ name }) => name === account);
    if (!known) throw new Error(`no account ${account}`);
    const { dialect, key, webhookSecret } = known;
    const url = dialect === 'bridge' ? sandbox.origin : `${sandbox.origin}/${dialect}`;
    const accounts = await createPaymentAccounts([{ account, provider: dialect, key, webhookSecret, url }]);
    provider = accounts.of(account) as PaymentProvider;
    debits = provider.debits as DirectDebits;
  });
  afterAll(async () => {
    await sandbox.stop();
    shop.closeAllConnections();
    shop.close();
  });

  const wishOf = (change: Partial<MandateWish['debtor']> = {}): MandateWish => ({
    key: `mandate-${randomUUID()}`,
    reference: `HL${randomBytes(12).toString('hex').toUpperCase()}`,
    debtor: {
      holder: 'Mara Vos',
      iban: IBAN,
      email: 'mara@site.example',
      address: { street: 'Markt', houseNumber: '1', zip: '10115', city: 'Berlin', country: 'DE' },
      ...change,
    },
    signedAt: Date.now(),
    locale: 'de',
    ip: '203.0.113.7',
    userAgent: 'Browser/1',
  });

  const orderOf = (mandate: string): DebitOrder => {
    const reference = Math.floor(Date.now() / 1_000).toString(16) + randomBytes(8).toString('hex');
    return {
      key: `${reference}-1`,
      reference,
      cents: 1_999,
      currency: 'EUR',
      method: 'sdd',
      country: 'DE',
      locale: 'de',
      words: { what: '60 credits', statement: 'Heartline' },
      returnUrl: `${shopOrigin}/transactions/${reference}`,
      webhookUrl: `${shopOrigin}/api/payment-webhook.php?account=${account}`,
      expiresAt: 0,
      mandate,
      collectOn: new Date(Date.now() + 1_440 * MINUTE).toISOString().slice(0, 10),
    };
  };

  /** A debit on its way. */
  async function debited() {
    const { id: mandate } = await debits.mandate(wishOf());
    const order = orderOf(mandate);
    return { ...(await debits.collect(order)), mandate, order };
  }

  /** The sandbox knows a payment by the id of its own book. */
  const act = (reference: string, action: Parameters<PaymentSandbox['act']>[1]) => {
    const payment = sandbox.list().find((one) => one.reference === reference);
    if (!payment) throw new Error('no such debit');
    sandbox.act(payment.id, action);
  };
  const lookAt = async (id: string): Promise<Look> => (await provider.look(id)) as Look;

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof ProviderRefused ? error.code : error),
    );

  it('is one mandate and one debit under one key', async () => {
    const wish = wishOf();
    const mandate = await debits.mandate(wish);
    expect(await debits.mandate(wish)).toEqual(mandate);
    expect((await debits.mandate(wishOf())).id).not.toBe(mandate.id);
    const order = orderOf(mandate.id);
    const { id } = await debits.collect(order);
    expect(await debits.collect(order)).toEqual({ id });
    const second = await debits.collect({ ...order, key: `${order.reference}-2` });
    expect(second.id).not.toBe(id);
    expect((await provider.find(order.reference, Date.now() - MINUTE)).toSorted()).toEqual(
      [id, second.id].toSorted(),
    );
  });

  it('is on its way until it is collected, and knows the payer’s bank', async () => {
    const { id, order } = await debited();
    const common = { id, reference: order.reference, cents: 1_999, currency: 'EUR', failure: null };
    const payer = { country: 'DE', ibanEnd: '3000' };
    expect(await lookAt(id)).toMatchObject({ ...common, state: 'pending', receivedCents: 0 });
    act(order.reference, 'collected');
    expect(await lookAt(id)).toMatchObject({ ...common, state: 'paid', receivedCents: 1_999, payer });
  });

  it.each(['noFunds', 'accountClosed', 'refusedByDebtor'] as const)(
    'says why the bank returned a debit: %s',
    async (action) => {
      const { id, order } = await debited();
      act(order.reference, action);
      expect(await lookAt(id)).toMatchObject({
        state: 'failed',
        receivedCents: 0,
        failure: words[action],
        disputes: [],
      });
    },
  );

  it.each(['noFunds', 'accountClosed', 'refusedByDebtor'] as const)(
    'shows a debit that was returned after it was paid as taken: %s',
    async (action) => {
      const { id, order } = await debited();
      act(order.reference, 'collected');
      act(order.reference, action);
      const { state, failure, disputes: shown } = await lookAt(id);
      expect({ state, failure }).toEqual({ state: 'paid', failure: null });
      expect(shown).toMatchObject([{ cents: 1_999, currency: 'EUR', reason: disputes[action] }]);
      expect(['taken', 'lost']).toContain(shown[0]?.state);
    },
  );

  it('can’t be closed while it is on its way, and is closed after a return', async () => {
    const { id, order } = await debited();
    const closed = await provider.close(id);
    expect(closed.outcome).toBe('open');
    expect(closed.outcome === 'open' && closed.until).toBeGreaterThan(Date.now());
    act(order.reference, 'noFunds');
    expect(await provider.close(id)).toEqual({ outcome: 'closed' });
    const paid = await debited();
    act(paid.order.reference, 'collected');
    expect(await provider.close(paid.id)).toEqual({ outcome: 'paid' });
  });

  it('refunds a collected debit, once per key', async () => {
    const { id, order } = await debited();
    const wish = { key: `refund-${id}`, id, cents: 500, currency: 'EUR' };
    expect(await codeOf(provider.refund(wish))).not.toBe('done');
    act(order.reference, 'collected');
    const refund = await provider.refund(wish);
    expect((await provider.refund(wish)).id).toBe(refund.id);
    expect((await lookAt(id)).refunds).toMatchObject([{ cents: 500, state: 'done' }]);
  });

  it('refuses an account that can’t be debited', async () => {
    expect(await codeOf(debits.mandate(wishOf({ iban: 'NL67ABNA0417999999' })))).toBe('iban');
  });

  it('debits nothing under a mandate that was ended', async () => {
    const { id, mandate } = await debited();
    await debits.revoke(mandate);
    await debits.revoke(mandate);
    expect(await codeOf(debits.collect(orderOf(mandate)))).not.toBe('done');
    expect((await lookAt(id)).state).toBe('pending');
  });

  it('finds a debit whose answer was lost, and repeats it under its key', async () => {
    const { id: mandate } = await debits.mandate(wishOf());
    const order = orderOf(mandate);
    sandbox.trouble(account, 'loseOpen');
    expect(await codeOf(debits.collect(order))).toBeInstanceOf(ProviderUnavailable);
    const [found, ...others] = await provider.find(order.reference, Date.now() - MINUTE);
    expect(others).toEqual([]);
    expect(await debits.collect(order)).toEqual({ id: found });
  });

  it('tells of a return by a webhook that says where to look', async () => {
    const { id, order } = await debited();
    const start = received.length;
    act(order.reference, 'noFunds');
    await until(
      () => Promise.resolve(received.length),
      (count) => count > start,
    );
    const notices = received.slice(start).map((raw) => provider.readWebhook({ ...raw, now: Date.now() }));
    expect(notices.flatMap((notice) => notice?.look ?? [])).toContain(id);
  });

  it('is listed with what was opened in a window', async () => {
    const { id } = await debited();
    const looks: Look[] = [];
    for await (const look of provider.list(Date.now() - MINUTE, Date.now() + MINUTE)) looks.push(look);
    expect(looks.filter((look) => look.id === id)).toMatchObject([{ state: 'pending' }]);
  });

  it('names payments whose disputes began or changed since a time', async () => {
    const since = async (from: number) => {
      const ids = (await provider.disputedSince?.(from)) ?? [];
      const looks = await Promise.all(ids.map((one) => provider.look(one)));
      return looks.map((look) => look?.id);
    };
    const { id, order } = await debited();
    act(order.reference, 'collected');
    expect(await since(Date.now() - MINUTE)).not.toContain(id);
    act(order.reference, 'noFunds');
    expect(await since(Date.now() - MINUTE)).toContain(id);
    expect(await since(Date.now() + MINUTE)).toEqual([]);
  });
});
