import { expect, it } from 'vitest';
import { environmentOf, placeOf } from './start-stack.ts';

const around = {
  dir: '/nowhere',
  mongo: { url: 'mongodb://127.0.0.1:1' },
  redis: { url: 'redis://127.0.0.1:1' },
  smtpUrl: 'smtp://127.0.0.1:1',
  pushOrigin: 'http://127.0.0.1:1',
  paymentUrl: 'http://127.0.0.1:1',
  mode: 'development',
} as const;
const secrets = {
  mediaSecret: '',
  paymentKey: '',
  paymentWebhookSecret: '',
  paymentHashSecret: '',
  vapidPublicKey: '',
  vapidPrivateKey: '',
};

it('gives members the public origin, and a payment provider the gateway itself', async () => {
  const behind = await placeOf({ name: 'a', origin: 'http://a.localhost:3001' });
  expect(environmentOf(around, secrets, behind)).toMatchObject({
    PUBLIC_ORIGIN: 'http://a.localhost:3001',
    WEBHOOK_ORIGIN: `http://127.0.0.1:${behind.port}`,
  });
  const alone = await placeOf({ name: 'a' });
  expect(alone.origin).toBe(`http://a.localhost:${alone.port}`);
});

it('gives services the chosen payment accounts, and the bridge unless told otherwise', () => {
  const settingsOf = (payments?: 'mollie' | 'all') =>
    environmentOf({ ...around, ...(payments && { payments }) }, { ...secrets, paymentKey: 'k' }, undefined);
  const accountsOf = (environment: Record<string, string>) =>
    Object.entries<{ provider: string; url: string }>(
      JSON.parse(environment['PAYMENT_ACCOUNTS'] ?? '{}'),
    ).map(([name, { provider, url }]) => [name, provider, url]);
  expect(settingsOf()).toMatchObject({ PAYMENT_URL: 'http://127.0.0.1:1', PAYMENT_KEY: 'k' });
  expect(accountsOf(settingsOf())).toEqual([]);
  expect(settingsOf('mollie')).not.toHaveProperty('PAYMENT_URL');
  expect(accountsOf(settingsOf('mollie'))).toEqual([['nl', 'mollie', 'http://127.0.0.1:1/mollie']]);
  expect(settingsOf('all')).toHaveProperty('PAYMENT_URL');
  expect(accountsOf(settingsOf('all')).map(([name]) => name)).toEqual(['main', 'nl', 'it']);
});
