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
