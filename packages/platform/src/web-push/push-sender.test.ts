import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { createPushSender } from './push-sender.ts';

describe('push sender', () => {
  const answer = { status: 201, headers: {} as Record<string, string> };
  let asked: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    asked = request.headers;
    response.writeHead(answer.status, answer.headers).end();
  });
  let port = 0;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => server.close());

  /** Sends one push to the stand-in with this protocol. */
  function push(protocol: 'http' | 'https' = 'http') {
    const origin = `${protocol}://127.0.0.1:${port}`;
    const keys = webPush.generateVAPIDKeys();
    const subject = 'mailto:support@site.example';
    const sender = createPushSender({ ...keys, subject, localOrigins: [origin] });
    const browser = createECDH('prime256v1');
    browser.generateKeys();
    const p256dh = browser.getPublicKey('base64url');
    const to = { endpoint: `${origin}/1`, p256dh, auth: randomBytes(16).toString('base64url') };
    return sender.send(to, '{}', { topic: 'one', ttlSeconds: 60 });
  }

  it.each([
    [201, {}, { outcome: 'sent' }],
    [404, {}, { outcome: 'gone' }],
    [410, {}, { outcome: 'gone' }],
    [429, { 'retry-after': '7' }, { outcome: 'later', retryAfterMs: 7_000 }],
    [429, { 'retry-after': '999999' }, { outcome: 'later', retryAfterMs: 3_600_000 }],
    [429, { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }, { outcome: 'later', retryAfterMs: 30_000 }],
    [403, {}, { outcome: 'later', retryAfterMs: 30_000 }],
    [503, {}, { outcome: 'later', retryAfterMs: 30_000 }],
    [302, { location: 'http://127.0.0.1:1/' }, { outcome: 'later', retryAfterMs: 30_000 }],
  ])('F29 on status %i with headers %o returns %o', async (status, headers, outcome) => {
    Object.assign(answer, { status, headers });
    expect(await push()).toEqual(outcome);
  });

  it('asks to wake a sleeping phone, and to keep the push while it is useful', async () => {
    Object.assign(answer, { status: 201, headers: {} });
    await push();
    expect(asked).toMatchObject({ urgency: 'high', ttl: '60' });
    expect(asked['topic']).toMatch(/^[\w-]{32}$/);
  });

  it('F29 retries later when the push service does not speak TLS', async () => {
    expect(await push('https')).toEqual({ outcome: 'later', retryAfterMs: 30_000 });
  });
});
