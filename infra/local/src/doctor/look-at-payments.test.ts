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
    {
      name: 'direct debit',
      state: 'ill',
      message:
        'not offered, although bridge, main can take it: SMS_URL, SMS_KEY, SMS_FROM, PAYMENT_HASH_SECRET missing',
      fix: 'set them, or take sdd out of the site setting payment_methods',
    },
  ]);
  expect(found[1]).not.toMatchObject({ message: expect.stringContaining('paysafecard') });
  expect(JSON.stringify(found)).not.toContain('4711');
});

it('says where direct debit by our form is offered, and else says nothing', async () => {
  const SMS = { SMS_URL: 'https://sms.example', SMS_KEY: 'key-4711', SMS_FROM: 'Heartline' };
  const it = { provider: 'nexi', key: 'k' };
  const accountsOf = (accounts: object) => ({ PAYMENT_ACCOUNTS: JSON.stringify(accounts) });
  const ready = { ...SMS, PAYMENT_HASH_SECRET: 'h'.repeat(32) };
  expect(await lookAtPayments({ ...ready, ...accountsOf({ main, it }) })).toContainEqual({
    name: 'direct debit',
    state: 'well',
    message: 'by our form, at main',
  });
  const [account, ...others] = await lookAtPayments(accountsOf({ it }));
  expect(account).toMatchObject({ name: 'account it', state: 'well' });
  expect(others).toEqual([]);
});

it('reports accounts that nothing can read', async () => {
  expect(await lookAtPayments({ PAYMENT_ACCOUNTS: '{"main":' })).toMatchObject([
    { name: 'payment accounts', state: 'ill', fix: 'correct PAYMENT_ACCOUNTS' },
  ]);
});
