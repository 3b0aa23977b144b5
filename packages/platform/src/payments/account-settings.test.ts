import { describe, expect, it } from 'vitest';
import { allPaymentAccounts, paymentAccounts, problemsOfAccounts } from './account-settings.ts';

const SECRET = 'whsec_4711_4711_4711';
const ONE = { provider: 'stripe', key: 'sk_live_4711', webhookSecret: SECRET };

function faultsOf(given: unknown): string[] {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const faults = paymentAccounts.safeParse(text).error?.issues.map(({ message }) => message) ?? [];
  expect(faults.join()).not.toContain('4711');
  return faults;
}

describe('the setting of payment accounts', () => {
  it('reads accounts in their order', () => {
    const text = JSON.stringify({
      main: { ...ONE, previousWebhookSecret: SECRET },
      nl: { provider: 'mollie', key: 'live_x', url: 'http://localhost:3005/mollie' },
      own: { provider: 'bridge', key: 'k', webhookSecret: SECRET, url: 'https://b.example' },
    });
    expect(paymentAccounts.parse(text).map(({ account, provider }) => [account, provider])).toEqual([
      ['main', 'stripe'],
      ['nl', 'mollie'],
      ['own', 'bridge'],
    ]);
    expect(paymentAccounts.parse(undefined)).toEqual([]);
    expect(paymentAccounts.parse('')).toEqual([]);
  });

  it.each(['sk_live_4711', '[]', 'null', '"4711"', '{"main":'])(
    'refuses %s, and does not quote it',
    (text) => {
      expect(faultsOf(text)).toEqual([expect.stringContaining('must be a JSON object such as')]);
    },
  );

  it('reports every fault of every account at once', () => {
    const faults = faultsOf({
      'Main!': ONE,
      a: { provider: 'paypal', key: '', extra: 4711 },
      b: { provider: 'stripe', key: 'sk_live_4711\nx', webhookSecret: 'short' },
      c: 'sk_live_4711',
    });
    expect(faults).toEqual([
      'account "Main!": its name must be 1 to 40 small letters, digits or hyphens',
      'account "a": provider must be bridge, stripe, mollie or nexi',
      'account "a": key must be 1 to 500 characters without spaces',
      'account "a": may have provider, key, webhookSecret, previousWebhookSecret and url only',
      'account "b": key must be 1 to 500 characters without spaces',
      'account "b": webhookSecret must be 16 to 500 characters without spaces',
      expect.stringMatching(/^account "c": /),
    ]);
  });

  it('says what a provider needs beyond its key', () => {
    expect(faultsOf({ a: { provider: 'stripe', key: 'k' } })).toEqual([
      'account "a": webhookSecret is missing: stripe signs its webhooks with it',
    ]);
    expect(faultsOf({ a: { provider: 'bridge', key: 'k' } })).toEqual([
      'account "a": webhookSecret is missing: bridge signs its webhooks with it',
      'account "a": url is missing: a bridge has no address of its own',
    ]);
    expect(faultsOf({ a: { provider: 'nexi', key: 'k' }, b: { provider: 'mollie', key: 'k' } })).toEqual([]);
  });

  it('lets a key of a known provider go to no other host', () => {
    for (const url of ['https://evil.example', 'http://10.0.0.1', 'https://api.stripe.com'])
      expect(faultsOf({ a: { ...ONE, url } }), url).toEqual([
        'account "a": url must be a stand-in at localhost or 127.0.0.1; leave it out for stripe itself',
      ]);
    for (const url of ['ftp://localhost', 'localhost:1', ''])
      expect(faultsOf({ a: { ...ONE, url } }), url).toEqual([
        'account "a": url must be an address that starts with https://',
      ]);
  });
});

describe('the payment settings together', () => {
  const bridge = { PAYMENT_URL: 'https://b.example', PAYMENT_KEY: 'k', PAYMENT_WEBHOOK_SECRET: SECRET };
  const main = { account: 'main', ...ONE, provider: 'stripe' as const };

  it('put the account of PAYMENT_URL first and call it bridge', () => {
    const read = { ...bridge, PAYMENT_ACCOUNTS: [main] };
    expect(problemsOfAccounts(read)).toEqual([]);
    expect(allPaymentAccounts(read)).toEqual([
      { account: 'bridge', provider: 'bridge', url: 'https://b.example', key: 'k', webhookSecret: SECRET },
      main,
    ]);
  });

  it('must set up an account at all', () => {
    expect(problemsOfAccounts({ PAYMENT_ACCOUNTS: [] })).toEqual([
      expect.stringMatching(/^There is no payment account.* Fix: set PAYMENT_ACCOUNTS/),
    ]);
    expect(problemsOfAccounts({ PAYMENT_ACCOUNTS: [main] })).toEqual([]);
  });

  it('must not have half a bridge, or two accounts of that name', () => {
    expect(problemsOfAccounts({ PAYMENT_URL: 'https://b.example', PAYMENT_ACCOUNTS: [main] })).toEqual([
      expect.stringContaining('PAYMENT_KEY and PAYMENT_WEBHOOK_SECRET missing'),
    ]);
    expect(problemsOfAccounts({ ...bridge, PAYMENT_ACCOUNTS: [{ ...main, account: 'bridge' }] })).toEqual([
      expect.stringContaining('both set up the account "bridge"'),
    ]);
  });
});
