import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PaymentMethod, paymentMethod } from '@heartline/contracts';
import { sandboxAccounts } from '@heartline/local/payment-accounts';
import { type PaymentSandbox, startPaymentSandbox } from '@heartline/local/payment-sandbox';
import {
  createPaymentAccounts,
  type Look,
  type OpenedCheckout,
  type PaymentProvider,
  type ProviderOrder,
  ProviderRefused,
  ProviderUnavailable,
  type RawWebhook,
} from '@heartline/platform';
import { sharedStripeMock, until } from '@heartline/testing';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const MINUTE = 60_000;

/** The differences between providers. A new one is a row. */
const ROWS: readonly Row[] = [
  { account: 'bridge', method: 'creditcard', closes: 'closed', signs: true, disputes: true },
  { account: 'main', method: 'creditcard', closes: 'closed', signs: true, disputes: true },
  { account: 'nl', method: 'ideal', closes: 'open', signs: false, disputes: true },
  { account: 'it', method: 'nexi', closes: 'open', signs: false, disputes: false },
];

interface Row {
  account: string;
  /** The way to pay of most tests. */
  method: PaymentMethod;
  /** The outcome of closing an unpaid checkout of it. */
  closes: 'closed' | 'open';
  /** True if webhooks are signed together with their time. */
  signs: boolean;
  /** True if its payments show disputes. */
  disputes: boolean;
}

/** Currency and country in which a way to pay can be had. */
const PLACES: Readonly<Partial<Record<PaymentMethod, [currency: string, country: string]>>> = {
  blik: ['PLN', 'PL'],
  prezelewy24: ['PLN', 'PL'],
  bancontact: ['EUR', 'BE'],
  eps: ['EUR', 'AT'],
  giropay: ['EUR', 'DE'],
  sofort: ['EUR', 'DE'],
  nexi: ['EUR', 'IT'],
};

/** A request to the shop’s webhook address. */
interface Received {
  body: Buffer;
  headers: IncomingHttpHeaders;
  query: Record<string, string>;
}

/** An id of a payment as ours are: it begins with the second it was made in. */
function newReference(): string {
  return Math.floor(Date.now() / 1_000).toString(16) + randomBytes(8).toString('hex');
}

describe.each(ROWS)('payment account $account', ({ account, method, closes, signs, disputes }) => {
  const secrets = { paymentKey: randomUUID(), paymentWebhookSecret: randomUUID() };
  const received: Received[] = [];
  let shop: Server;
  let shopOrigin: string;
  let sandbox: PaymentSandbox;
  let provider: PaymentProvider;

  beforeAll(async () => {
    shop = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { searchParams } = new URL(request.url ?? '', 'http://shop');
        const body = Buffer.concat(chunks);
        received.push({ body, headers: request.headers, query: Object.fromEntries(searchParams) });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => {
      shop.listen(0, '127.0.0.1', resolve);
    });
    shopOrigin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    if (account === 'main') await sharedStripeMock();
    sandbox = await startPaymentSandbox({
      accounts: sandboxAccounts(secrets),
      stripeMock: sharedStripeMock,
    });
    sandbox.sendWebhooksTo(shopOrigin);
    provider = await providerOf();
  });
  afterAll(async () => {
    await sandbox.stop();
    shop.closeAllConnections();
    shop.close();
  });

  /** The adapter of the account, with other settings where a test says so. */
  async function providerOf(beside: { key?: string } = {}): Promise<PaymentProvider> {
    const known = sandboxAccounts(secrets).find(({ name }) => name === account);
    if (!known) throw new Error(`no account ${account}`);
    const { dialect, key, webhookSecret } = known;
    const url = dialect === 'bridge' ? sandbox.origin : `${sandbox.origin}/${dialect}`;
    const settings = { account, provider: dialect, key, webhookSecret, url, ...beside };
    return (await createPaymentAccounts([settings])).of(account) as PaymentProvider;
  }

  function orderOf(wish: Partial<ProviderOrder> = {}): ProviderOrder {
    const reference = newReference();
    const [currency, country] = PLACES[wish.method ?? method] ?? ['EUR', 'NL'];
    return {
      key: `${wish.reference ?? reference}-1`,
      reference,
      cents: 1_999,
      currency,
      method,
      country,
      locale: 'nl',
      words: { what: '60 credits', statement: 'Heartline' },
      returnUrl: `${shopOrigin}/transactions/${reference}`,
      webhookUrl: `${shopOrigin}/api/payment-webhook.php?account=${account}`,
      expiresAt: Date.now() + (wish.method === 'sct' ? 14 * 1_440 : 31) * MINUTE,
      ...wish,
    };
  }

  async function open(wish: Partial<ProviderOrder> = {}): Promise<OpenedCheckout & { order: ProviderOrder }> {
    const order = orderOf(wish);
    return { ...(await provider.open(order)), order };
  }

  async function paid(wish: Partial<ProviderOrder> = {}) {
    const checkout = await open(wish);
    sandbox.act(checkout.id, 'pay');
    return checkout;
  }

  const lookAt = async (id: string): Promise<Look> => (await provider.look(id)) as Look;
  async function listed(from: number, to: number): Promise<Look[]> {
    const looks: Look[] = [];
    for await (const look of provider.list(from, to)) looks.push(look);
    return looks;
  }

  const problemOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no problem',
      (error: unknown) => error,
    );

  /** The webhooks about a payment that the adapter takes for genuine, among those that arrived since. */
  const noticesSince = (start: number, now = Date.now()) =>
    received.slice(start).map((raw) => provider.readWebhook({ ...raw, now } satisfies RawWebhook));

  /** Does an action and waits for the webhook that it sends. */
  async function webhookOf(id: string, action: 'pay' | 'unsigned' | 'old') {
    for (let before = -1; before !== received.length; ) {
      before = received.length;
      await fixedWait(100, 'webhooks of the tests before may still be on their way');
    }
    const start = received.length;
    sandbox.act(id, action);
    await until(
      () => Promise.resolve(received.length),
      (count) => count > start,
    );
    return start;
  }

  it('opens a checkout that leads to its page', async () => {
    const { id, next, expiresAt } = await open();
    expect(next).toMatchObject({ kind: 'redirect', url: `${sandbox.origin}/pay/${id}` });
    expect(expiresAt === null || expiresAt > Date.now()).toBe(true);
    expect(await (await fetch(`${sandbox.origin}/pay/${id}`)).text()).toContain('Sandbox: no money moves');
  });

  it('looks at a payment that is open, then paid', async () => {
    const before = Date.now();
    const { id, order } = await open();
    const { reference, cents, currency } = order;
    const common = { id, reference, cents, currency, refunds: [], disputes: [] };
    expect(await lookAt(id)).toMatchObject({ ...common, state: 'open', receivedCents: 0 });
    sandbox.act(id, 'silent');
    const look = await lookAt(id);
    expect(look).toMatchObject({ ...common, state: 'paid', receivedCents: 1_999 });
    expect(Math.abs(look.createdAt - before)).toBeLessThan(MINUTE);
  });

  it.each([
    ['fail', ['failed', 'open']],
    ['cancel', ['cancelled', 'open', 'expired']],
    ['expire', ['expired', 'open']],
    ['submit', ['pending', 'open']],
  ] as const)('takes a payment after %s for none that was paid', async (action, states) => {
    const { id } = await open();
    sandbox.act(id, action);
    const { state, receivedCents } = await lookAt(id);
    expect(states).toContain(state);
    expect(receivedCents).toBe(0);
  });

  it('reports what was paid, also when it is less than ordered', async () => {
    const { id, order } = await open();
    sandbox.act(id, 'short');
    const { receivedCents, state } = await lookAt(id);
    expect(receivedCents).toBe(order.cents - 1);
    expect(['paid', 'partial']).toContain(state);
  });

  it('does not know a payment that is not its own', async () => {
    const { id } = await open();
    expect(await provider.look(`${id.slice(0, -2)}zz`)).toBeUndefined();
  });

  it('opens the same checkout under the same key', async () => {
    const { id, order } = await open();
    expect((await provider.open(order)).id).toBe(id);
    const other = await provider.open({ ...order, key: `${order.reference}-2` });
    expect(other.id).not.toBe(id);
    expect((await provider.find(order.reference, Date.now() - MINUTE)).toSorted()).toEqual(
      [id, other.id].toSorted(),
    );
  });

  it('finds what was opened under a reference when the answer was lost', async () => {
    const order = orderOf();
    sandbox.trouble(account, 'loseOpen');
    expect(await problemOf(provider.open(order))).toBeInstanceOf(ProviderUnavailable);
    const [found, ...others] = await provider.find(order.reference, Date.now() - MINUTE);
    expect(others).toEqual([]);
    expect((await provider.open(order)).id).toBe(found);
    expect(await provider.find('f'.repeat(24), Date.now() - MINUTE)).toEqual([]);
  });

  it('finds what was opened under a key that answers 500 for ever', async () => {
    const order = orderOf();
    sandbox.trouble(account, 'failOpen');
    expect(await problemOf(provider.open(order))).toBeInstanceOf(ProviderUnavailable);
    expect(await problemOf(provider.open(order))).toBeInstanceOf(ProviderUnavailable);
    expect(await provider.find(order.reference, Date.now() - MINUTE)).toHaveLength(1);
  });

  it('closes an unpaid checkout, or says until when it stays open', async () => {
    const { id } = await open();
    const closed = await provider.close(id);
    expect(closed.outcome).toBe(closes);
    expect(closed.outcome === 'open' ? closed.until : Infinity).toBeGreaterThan(Date.now());
    sandbox.act(id, 'pay');
    expect((await lookAt(id)).state === 'paid').toBe(closes === 'open');
  });

  it('does not close a checkout that was paid', async () => {
    const { id } = await paid();
    expect(await provider.close(id)).toEqual({ outcome: 'paid' });
    expect((await lookAt(id)).state).toBe('paid');
  });

  it('refunds parts, each once under its key, and no more than was paid', async () => {
    const { id, order } = await paid();
    const wish = { key: `refund-${id}-1`, id, cents: 500, currency: order.currency };
    const first = await provider.refund(wish);
    expect(first.cents).toBe(500);
    expect((await provider.refund(wish)).id).toBe(first.id);
    await provider.refund({ ...wish, key: `refund-${id}-2`, cents: 1_499 });
    const tooMuch = provider.refund({ ...wish, key: `refund-${id}-3`, cents: 1 });
    expect(await problemOf(tooMuch)).toBeInstanceOf(ProviderRefused);
    const { refunds, state } = await lookAt(id);
    expect(state).toBe('paid');
    expect(refunds.map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual([500, 1_499]);
    expect(refunds.every((one) => one.state === 'done')).toBe(true);
  });

  it('refuses to refund what was not paid', async () => {
    const { id, order } = await open();
    const wish = { key: `refund-${id}`, id, cents: 500, currency: order.currency };
    expect(await problemOf(provider.refund(wish))).toBeInstanceOf(ProviderRefused);
  });

  it.each(['done', 'failed'] as const)('follows a waiting refund until it is %s', async (end) => {
    const { id, order } = await paid();
    sandbox.act(id, 'refundWaits');
    const wish = { key: `refund-${id}`, id, cents: 500, currency: order.currency };
    expect((await provider.refund(wish)).state).toBe('pending');
    expect((await lookAt(id)).refunds).toMatchObject([{ cents: 500, state: 'pending' }]);
    sandbox.act(id, end === 'done' ? 'refundDone' : 'refundFails');
    expect((await lookAt(id)).refunds).toMatchObject([{ cents: 500, state: end }]);
  });

  it.each(disputes ? ['once'] : [])('shows money that the bank takes back, and gives again', async () => {
    const { id } = await paid();
    sandbox.act(id, 'disputed');
    expect((await lookAt(id)).disputes).toMatchObject([{ cents: 1_999, currency: 'EUR', state: 'taken' }]);
    sandbox.act(id, 'disputeWon');
    expect((await lookAt(id)).disputes).toMatchObject([{ state: 'given-back' }]);
  });

  it('reads its own webhook, which says where to look', async () => {
    const { id } = await open();
    const [notice] = noticesSince(await webhookOf(id, 'pay'));
    expect(notice?.look).toHaveLength(1);
    expect(await provider.look(notice?.look[0] ?? '')).toMatchObject({ id, state: 'paid' });
  });

  it('refuses a webhook without a proof, and one that was changed on the way', async () => {
    const { id } = await open();
    expect(noticesSince(await webhookOf(id, 'unsigned'))).toEqual([undefined]);
    const start = await webhookOf(id, 'pay');
    const genuine = received[start] as Received;
    const query = { account, ...(signs && genuine.query) };
    const body = Buffer.concat([genuine.body, Buffer.from(' ')]);
    const changed = provider.readWebhook({ ...genuine, query, body, now: Date.now() });
    expect(changed).toBeUndefined();
  });

  it.each(signs ? ['once'] : [])('refuses a webhook that was signed an hour ago', async () => {
    const { id } = await open();
    expect(noticesSince(await webhookOf(id, 'old'))).toEqual([undefined]);
  });

  it('lists what was opened in a window, and nothing else', async () => {
    const from = Date.now() - 2_000;
    const { id } = await paid();
    const idsIn = async (...window: [number, number]) => (await listed(...window)).map((look) => look.id);
    expect(await idsIn(from, Date.now() + MINUTE)).toContain(id);
    expect(await idsIn(from - 2 * MINUTE, from - MINUTE)).not.toContain(id);
  });

  it('opens every way to pay that it says it can, and no other', async () => {
    for (const one of paymentMethod.options) {
      // Mollie takes direct debits without a page of its own.
      const hasPage = provider.can[one] && !(account === 'nl' && one === 'sdd');
      const order = orderOf({ method: one });
      const outcome = await problemOf(provider.open(order));
      const word = outcome instanceof ProviderRefused ? outcome.code : outcome;
      expect([one, word]).toEqual([one, hasPage ? 'no problem' : 'method']);
      const opened = sandbox.list().find(({ reference }) => reference === order.reference)?.method;
      // Stripe shows Apple Pay among the cards, where the device has it.
      const expected = account === 'main' && one === 'applepay' ? 'creditcard' : one;
      expect(opened).toBe(hasPage ? expected : undefined);
    }
  });

  it('tells where to transfer to, and shows a part that came', async () => {
    if (!provider.can.sct) return;
    const { id, next } = await open({ method: 'sct' });
    // Stripe shows them on its page.
    const to =
      next.kind === 'transfer' ? { cents: next.to.cents, currency: next.to.currency } : 'on its page';
    expect(to).toEqual(account === 'main' ? 'on its page' : { cents: 1_999, currency: 'EUR' });
    sandbox.act(id, 'partial');
    const { state, receivedCents } = await lookAt(id);
    // A provider that waits for the rest may not say how much came.
    expect(['partial', 'pending', 'open']).toContain(state);
    expect(receivedCents).toBeLessThan(1_999);
    sandbox.act(id, 'arrive');
    expect(await lookAt(id)).toMatchObject({ state: 'paid', receivedCents: 1_999 });
  });

  it.each(['away', 'reset', 'html', 'redirect', 'huge', 'slow'] as const)(
    'takes an API that is %s for no answer',
    async (trouble) => {
      const { id, order } = await paid();
      sandbox.trouble(account, trouble);
      onTestFinished(() => sandbox.trouble(account));
      const wish = { key: `refund-${id}`, id, cents: 500, currency: order.currency };
      const list = async () => {
        expect(await listed(0, Date.now())).toBe('nothing');
      };
      const problems = await Promise.all(
        [provider.open(order), provider.look(id), provider.refund(wish), provider.close(id), list()].map(
          problemOf,
        ),
      );
      for (const problem of problems) expect(problem).toBeInstanceOf(ProviderUnavailable);
      sandbox.trouble(account);
      expect(await lookAt(id)).toMatchObject({ state: 'paid', refunds: [] });
    },
  );

  it('refuses an order when its key is wrong, and does not end a payment for it', async () => {
    const { id } = await open();
    const stranger = await providerOf({ key: account === 'main' ? 'sk_test_wrong' : 'test_wrong' });
    const refusal = await problemOf(stranger.open(orderOf()));
    expect(refusal).toBeInstanceOf(ProviderRefused);
    expect(refusal).toMatchObject({ code: 'account' });
    expect(await problemOf(stranger.look(id))).toBeInstanceOf(ProviderUnavailable);
  });
});
