import { describe, expect, it } from 'vitest';
import { isPushEndpoint } from './push-hosts.ts';

describe('isPushEndpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
  ])('accepts %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, [])).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.tld/abc',
    'https://evil-fcm.googleapis.com.evil.tld/abc',
    'https://notfcm.googleapis.com/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://169.254.169.254/latest',
    'https://[::1]/abc',
    'https://127.1/abc',
    'https://0x7f000001/abc',
    'ftp://web.push.apple.com/abc',
    'web.push.apple.com/abc',
    '',
  ])('refuses %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, [])).toBe(false);
  });

  it('accepts a stand-in only at exactly the given origin', () => {
    const local = ['http://127.0.0.1:3005'];
    expect(isPushEndpoint('http://127.0.0.1:3005/notify/1', local)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1:3006/notify/1', local)).toBe(false);
    expect(isPushEndpoint('http://127.0.0.1:3005@evil.tld/notify/1', local)).toBe(false);
  });
});
