import { createVapidKeys } from '@heartline/platform';
import { describe, expect, it } from 'vitest';
import { readWorkerConfig } from './config.ts';

const keys = createVapidKeys();
const GOOD = {
  PUBLIC_ORIGIN: 'https://a.example',
  MONGODB_URL: 'mongodb://127.0.0.1/',
  REDIS_URL: 'redis://127.0.0.1',
  MEDIA_DIR: '/media',
  MEDIA_SECRET: 'm'.repeat(32),
  VAPID_PUBLIC_KEY: keys.publicKey,
  VAPID_PRIVATE_KEY: keys.privateKey,
  VAPID_SUBJECT: 'mailto:a@a.example',
  PAYMENT_URL: 'https://pay.example',
  PAYMENT_KEY: 'payment-key-4711',
  PAYMENT_WEBHOOK_SECRET: 'w'.repeat(16),
  SMTP_URL: 'smtps://user:mail-password@mail.example:465',
  MAIL_FROM: 'no-reply@a.example',
};

describe('the configuration of a worker', () => {
  it('has what every process of the house has, and its own', () => {
    const config = readWorkerConfig({
      ...GOOD,
      NODE_MODE: 'test',
      PUSH_LOCAL_ORIGINS: ' http://127.0.0.1:1, ',
    });
    expect(config).toMatchObject({
      mode: 'test',
      webhookOrigin: 'https://a.example',
      pushLocalOrigins: ['http://127.0.0.1:1'],
      concurrency: { settle: 4, notify: 4, mail: 2, timers: 4, exports: 1 },
      secrets: { redisUrl: 'redis://127.0.0.1', smtpUrl: GOOD.SMTP_URL },
    });
    expect(() => readWorkerConfig({})).toThrow(/PUBLIC_ORIGIN is missing[\s\S]*SMTP_URL is missing/);
  });

  it('refuses an address of payments that no request can go to', () => {
    for (const url of ['ftp://pay.example', 'javascript:alert(1)', 'pay.example', 'https://']) {
      expect(() => readWorkerConfig({ ...GOOD, PAYMENT_URL: url }), url).toThrow('PAYMENT_URL is wrong');
    }
  });

  it('refuses a mail server without a host, or with a port that is none', () => {
    for (const url of ['smtp://', 'smtp://mail.example:99999', 'smtps://user@', 'mail.example'])
      expect(() => readWorkerConfig({ ...GOOD, SMTP_URL: url }), url).toThrow('SMTP_URL is wrong: must');
  });

  it('waits for a mail server as long as the standard asks for, and no longer', () => {
    const { mailServer } = readWorkerConfig(GOOD);
    expect(mailServer).toEqual({ connectMs: 10_000, answerMs: 600_000 });
    const as = (seconds: string) => () => readWorkerConfig({ ...GOOD, SMTP_ANSWER_SECONDS: seconds });
    expect(as('1')().mailServer.answerMs).toBe(1_000);
    for (const wrong of ['0', '601']) expect(as(wrong)).toThrow('SMTP_ANSWER_SECONDS');
  });

  it('refuses the sender of the demo in production, and takes it at localhost', () => {
    const given = { ...GOOD, MAIL_FROM: '' };
    expect(() => readWorkerConfig(given)).toThrow(
      'MAIL_FROM is at localhost.example, which nobody else reaches. Fix: set MAIL_FROM to an address of your domain.',
    );
    expect(readWorkerConfig({ ...given, NODE_MODE: 'test' }).mailFrom.address).toBe(
      'no-reply@localhost.example',
    );
    expect(() => readWorkerConfig({ ...given, PUBLIC_ORIGIN: 'http://a.localhost' })).not.toThrow();
  });

  it('has no tools of developers in production', () => {
    for (const tool of [{ DEV_TOOLS: 'yes' }, { FAILPOINTS: 'a=kill' }, { PUSH_LOCAL_ORIGINS: 'http://a' }]) {
      expect(() => readWorkerConfig({ ...GOOD, ...tool })).toThrow('no place in production');
    }
  });

  it('keeps secrets apart', () => {
    const { secrets, ...open } = readWorkerConfig(GOOD);
    for (const secret of Object.values(secrets)) expect(JSON.stringify(open)).not.toContain(secret);
  });
});
