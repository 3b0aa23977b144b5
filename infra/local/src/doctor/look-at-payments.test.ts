import { expect, it } from 'vitest';
import { lookAtPayments } from './look-at-payments.ts';

const main = { provider: 'stripe', key: 'sk_live_4711', webhookSecret: 'w'.repeat(16) };

it('names each account with its provider and its ways to pay, and no key', async () => {
  const found = await lookAtPayments({
    PAYMENT_URL: 'https://bridge.example',
    PAYMENT_KEY: 'key-4711',
    PAYMENT_WEBHOOK_SECRET: 'w'.repeat(16),
    PAYMENT_ACCOUNTS: JSON.stringify({ main }),
  });
  expect(found).toEqual([
    {
      name: 'account bridge',
      state: 'well',
      message: expect.stringMatching(/^bridge, serves .*paysafecard/),
    },
    { name: 'account main', state: 'well', message: expect.stringMatching(/^stripe, serves .*creditcard/) },
  ]);
  expect(found[1]).not.toMatchObject({ message: expect.stringContaining('paysafecard') });
  expect(JSON.stringify(found)).not.toContain('4711');
});

it('reports accounts that nothing can read', async () => {
  expect(await lookAtPayments({ PAYMENT_ACCOUNTS: '{"main":' })).toMatchObject([
    { name: 'payment accounts', state: 'ill', fix: 'correct PAYMENT_ACCOUNTS' },
  ]);
});
