import { paymentMethod } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import type { PaymentAccountSettings } from './account-settings.ts';
import { createPaymentAccounts } from './accounts.ts';

const SECRET = 'w'.repeat(16);
const bridge = (account: string): PaymentAccountSettings => ({
  account,
  provider: 'bridge',
  key: 'k',
  webhookSecret: SECRET,
  url: 'https://b.example',
});

describe('payment accounts', () => {
  it('are found by name, in the order of the configuration', async () => {
    const accounts = await createPaymentAccounts([bridge('two'), bridge('one')]);
    expect(accounts.names).toEqual(['two', 'one']);
    expect(accounts.of('one')?.name).toBe('bridge');
    expect(accounts.of('three')).toBeUndefined();
    expect(accounts.of('constructor')).toBeUndefined();
  });

  it('serve a way to pay by its usual provider first, and by the others after it', async () => {
    const accounts = await createPaymentAccounts([
      bridge('bridge'),
      { account: 'main', provider: 'stripe', key: 'sk_test_1', webhookSecret: SECRET },
      { account: 'nl', provider: 'mollie', key: 'test_1' },
      { account: 'it', provider: 'nexi', key: 'k' },
    ]);
    expect(accounts.names).toEqual(['bridge', 'main', 'nl', 'it']);
    const first = Object.fromEntries(
      paymentMethod.options.map((method) => [method, accounts.serving(method)[0]]),
    );
    expect(first).toEqual({
      ideal: 'nl',
      bancontact: 'nl',
      eps: 'nl',
      paysafecard: 'nl',
      sct: 'nl',
      creditcard: 'main',
      applepay: 'main',
      blik: 'main',
      prezelewy24: 'main',
      paypal: 'main',
      sdd: 'main',
      nexi: 'it',
      giropay: 'bridge',
      sofort: 'bridge',
    });
    expect(accounts.serving('creditcard')).toEqual(['main', 'bridge', 'nl', 'it']);
    expect(accounts.serving('nexi')).toEqual(['it', 'bridge']);
  });

  it('serve every way to pay through a bridge', async () => {
    const accounts = await createPaymentAccounts([bridge('two'), bridge('one')]);
    for (const method of paymentMethod.options) expect(accounts.serving(method)).toEqual(['two', 'one']);
  });
});
