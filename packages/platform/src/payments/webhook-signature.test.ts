import { describe, expect, it } from 'vitest';
import { signWebhook, verifyWebhookSignature } from './webhook-signature.ts';

const secret = 'a secret of the tests';
const body = Buffer.from('{"id":"evt_1","payment":"pay_1"}');
const now = 1_767_225_600_000;

describe('webhook signature', () => {
  const signature = signWebhook(secret, body, now);

  it('holds for the signed bytes only', () => {
    expect(verifyWebhookSignature(secret, body, signature, now)).toBe(true);
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString()), undefined, 1));
    expect(verifyWebhookSignature(secret, rewritten, signature, now)).toBe(false);
    expect(verifyWebhookSignature('another secret', body, signature, now)).toBe(false);
  });

  it('is valid for 300 s before and after its time', () => {
    expect(verifyWebhookSignature(secret, body, signature, now + 300_000)).toBe(true);
    expect(verifyWebhookSignature(secret, body, signature, now + 301_000)).toBe(false);
    expect(verifyWebhookSignature(secret, body, signature, now - 301_000)).toBe(false);
  });

  it('covers its time, so an old one cannot be renewed', () => {
    const [, mac = ''] = signature.split(',');
    expect(verifyWebhookSignature(secret, body, `t=${now / 1_000 + 301},${mac}`, now + 301_000)).toBe(false);
  });

  it.each([undefined, '', 't=1', 'v1=00', `${signature},v1=00`, signature.toUpperCase()])(
    'refuses %j',
    (wrong) => {
      expect(verifyWebhookSignature(secret, body, wrong, now)).toBe(false);
    },
  );
});
