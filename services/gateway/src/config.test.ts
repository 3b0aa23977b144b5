import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVapidKeys } from '@heartline/platform';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readGatewayConfig } from './config.ts';

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
};

describe('the configuration of a gateway', () => {
  it('needs what has no default, and is safe where it has one', () => {
    const config = readGatewayConfig(GOOD);
    expect(config).toMatchObject({
      mode: 'production',
      host: '127.0.0.1',
      port: 3000,
      trustedProxyHops: 0,
      devTools: false,
    });
    expect([...config.allowedOrigins]).toEqual(['https://a.example']);
    expect(() => readGatewayConfig({})).toThrow(/PUBLIC_ORIGIN is missing[\s\S]*VAPID_SUBJECT is missing/);
  });

  it('lists more origins, and refuses what is none', () => {
    const config = readGatewayConfig({
      ...GOOD,
      ALLOWED_ORIGINS: 'https://b.example, http://c.localhost:3001',
    });
    expect([...config.allowedOrigins]).toEqual([
      'https://a.example',
      'https://b.example',
      'http://c.localhost:3001',
    ]);
    // A browser never sends these origins, so such a setting would shut members out.
    const unlike = [
      'https://B.example',
      'https://b.example:443',
      'http://b.example:80',
      'https://me@b.example',
    ];
    for (const origin of ['b.example', 'https://b.example/', '*', ...unlike]) {
      expect(() => readGatewayConfig({ ...GOOD, PUBLIC_ORIGIN: origin })).toThrow(
        'PUBLIC_ORIGIN is wrong: must be',
      );
      expect(() => readGatewayConfig({ ...GOOD, ALLOWED_ORIGINS: origin })).toThrow('ALLOWED_ORIGINS');
    }
  });

  it('refuses addresses and names of engines that say nothing of where to go', () => {
    for (const wrong of [
      { MONGODB_URL: 'mongodb://' },
      { MONGODB_DATABASE: 'a b/c.$' },
      { REDIS_URL: 'redis://:::' },
      { REDIS_URL: 'redis+cluster://one:6379,two:port' },
    ]) {
      const [name] = Object.keys(wrong);
      expect(() => readGatewayConfig({ ...GOOD, ...wrong })).toThrow(`${name} is wrong: must`);
    }
  });

  it('takes the two halves of one push key, and a way to whom it is', () => {
    const wrong = (name: string, value: string, words: string) =>
      expect(() => readGatewayConfig({ ...GOOD, [name]: value }), value).toThrow(words);
    wrong('VAPID_PUBLIC_KEY', 'rubbish'.repeat(20), 'VAPID_PUBLIC_KEY is wrong: must be 65 bytes');
    wrong('VAPID_PRIVATE_KEY', 'k'.repeat(40), 'VAPID_PRIVATE_KEY is wrong: must be 32 bytes');
    wrong('VAPID_PRIVATE_KEY', createVapidKeys().privateKey, 'do not belong together');
    for (const whom of ['mailto:', 'mailto:nobody', 'https://', 'support@a.example'])
      wrong('VAPID_SUBJECT', whom, 'VAPID_SUBJECT is wrong: must be mailto:');
  });

  it('refuses in production what is harmless at localhost, each with its fix', () => {
    const read = (wrong: object) => () => readGatewayConfig({ ...GOOD, ...wrong });
    expect(read({ PUBLIC_ORIGIN: 'http://a.example' })).toThrow(
      /PUBLIC_ORIGIN starts with http:\/\/.* Fix: serve the site by https:\/\//,
    );
    for (const VAPID_SUBJECT of ['mailto:support@localhost', 'https://b.localhost/', 'mailto:a@LOCALHOST'])
      expect(read({ VAPID_SUBJECT }), VAPID_SUBJECT).toThrow('VAPID_SUBJECT is at');
    const demo = { PUBLIC_ORIGIN: 'http://a.localhost:3001', VAPID_SUBJECT: 'mailto:support@localhost' };
    expect(read({ ...demo, NODE_MODE: 'development' })().notices).toEqual([]);
    // One's own try of production: nothing is refused, and the start says where links lead.
    expect(read(demo)().notices).toEqual([expect.stringContaining('PUBLIC_ORIGIN is at localhost')]);
    expect(read({ PAYMENT_URL: 'http://pay.example' })().notices).toEqual([
      expect.stringContaining('PAYMENT_KEY crosses the network unencrypted'),
    ]);
    expect(read({})().notices).toEqual([]);
  });

  it('needs an account to take payments by, and no stand-in in production', () => {
    const none = { ...GOOD, PAYMENT_URL: '', PAYMENT_KEY: '', PAYMENT_WEBHOOK_SECRET: '' };
    const read = (PAYMENT_ACCOUNTS: object, beside = {}) =>
      readGatewayConfig({ ...none, ...beside, PAYMENT_ACCOUNTS: JSON.stringify(PAYMENT_ACCOUNTS) });
    expect(() => readGatewayConfig(none)).toThrow('There is no payment account');
    const nl = { provider: 'mollie', key: 'live_4711' };
    expect(read({ nl }).secrets.paymentAccounts).toEqual([{ account: 'nl', ...nl }]);
    expect(() => read({ nl: { provider: 'mollie' } })).toThrow(
      'PAYMENT_ACCOUNTS is wrong: account "nl": key',
    );
    const file = join(tmpdir(), `accounts-${randomUUID()}.json`);
    writeFileSync(file, JSON.stringify({ nl }));
    onTestFinished(() => rmSync(file));
    const fromFile = readGatewayConfig({ ...none, PAYMENT_ACCOUNTS_FILE: file });
    expect(fromFile.secrets.paymentAccounts).toEqual([{ account: 'nl', ...nl }]);
    const standIn = { nl: { ...nl, url: 'http://localhost:3005/mollie' } };
    expect(() => read(standIn)).toThrow('The payment account "nl" has a url, so it is a stand-in');
    expect(read(standIn, { NODE_MODE: 'test' }).secrets.paymentAccounts).toHaveLength(1);
    const own = { provider: 'bridge', key: 'k', webhookSecret: 'w'.repeat(16), url: 'http://b.example' };
    expect(read({ own }).notices).toEqual([expect.stringContaining('payment account "own" starts with')]);
  });

  it('takes all settings of text messages or none, and never says the key', () => {
    const SMS = { SMS_URL: 'https://sms.example/send', SMS_KEY: 'sms-key-4711', SMS_FROM: 'Heartline' };
    expect(readGatewayConfig(GOOD).secrets.sms).toBeUndefined();
    expect(readGatewayConfig({ ...GOOD, ...SMS }).secrets.sms).toEqual({
      url: SMS.SMS_URL,
      key: SMS.SMS_KEY,
      from: SMS.SMS_FROM,
    });
    expect(() => readGatewayConfig({ ...GOOD, ...SMS, SMS_KEY: undefined })).toThrow('SMS_KEY is missing');
    for (const [name, value] of [
      ['SMS_FROM', 'far too long a name'],
      ['SMS_URL', 'ftp://sms.example'],
      ['SMS_KEY', 'sms key 4711'],
    ] as const) {
      const outcome = () => readGatewayConfig({ ...GOOD, ...SMS, [name]: value });
      expect(outcome).toThrow(`${name} is wrong`);
      expect(outcome).not.toThrow(/4711/);
    }
  });

  it('counts all sockets of a member as five unless told otherwise, as one at least', () => {
    expect(readGatewayConfig(GOOD).devicesPerMember).toBe(5);
    expect(readGatewayConfig({ ...GOOD, DEVICES_PER_MEMBER: '1' }).devicesPerMember).toBe(1);
    expect(() => readGatewayConfig({ ...GOOD, DEVICES_PER_MEMBER: '0' })).toThrow('DEVICES_PER_MEMBER');
  });

  it('refuses while its event loop is two seconds late unless told otherwise', () => {
    expect(readGatewayConfig(GOOD).maxLoopDelayMs).toBe(2_000);
    expect(readGatewayConfig({ ...GOOD, MAX_LOOP_DELAY_MS: '0' }).maxLoopDelayMs).toBe(0);
    expect(() => readGatewayConfig({ ...GOOD, MAX_LOOP_DELAY_MS: '-1' })).toThrow('MAX_LOOP_DELAY_MS');
  });

  it('has no tools of developers in production', () => {
    for (const tool of [
      { DEV_TOOLS: 'yes' },
      { FAILPOINTS: 'a=kill' },
      { PUSH_LOCAL_ORIGINS: 'http://127.0.0.1:1' },
    ]) {
      expect(() => readGatewayConfig({ ...GOOD, ...tool })).toThrow('no place in production');
      expect(() => readGatewayConfig({ ...GOOD, ...tool, NODE_MODE: 'test' })).not.toThrow();
    }
  });

  it('keeps secrets apart and never says them', () => {
    const { secrets, ...open } = readGatewayConfig(GOOD);
    const { paymentAccounts, ...words } = secrets;
    for (const secret of [...Object.values(words), ...paymentAccounts.map(({ key }) => key)])
      expect(JSON.stringify(open)).not.toContain(secret);
    expect(() => readGatewayConfig({ ...GOOD, MEDIA_SECRET: 'too-short-secret' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('too-short-secret') }),
    );
  });
});
