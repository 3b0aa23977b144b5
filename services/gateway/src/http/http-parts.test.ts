import { defineCall, signUp } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deviceName } from './device-name.ts';
import { networkOf } from './network.ts';
import { isOwnOrigin } from './origin.ts';
import { readInput } from './read-input.ts';

describe('an own origin', () => {
  const allowed = new Set(['https://a.example']);

  it('is what the browser says of the site, whatever the origin', () => {
    const site = (value: string) =>
      isOwnOrigin({ 'sec-fetch-site': value, origin: 'https://a.example' }, allowed);
    expect(['same-origin', 'none', 'same-site', 'cross-site', ''].map(site)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('is the named origin where the browser does not say, and never a missing one', () => {
    const from = (origin?: string) => isOwnOrigin({ origin }, allowed);
    expect(from('https://a.example')).toBe(true);
    for (const foreign of [
      'http://a.example',
      'https://a.example:444',
      'https://a.example.evil',
      'null',
      '',
      undefined,
    ]) {
      expect(from(foreign)).toBe(false);
    }
  });
});

describe('a network', () => {
  it('is an IPv4 address, or the first half of an IPv6 one', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:0db8:0001:0002::9')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
  });
});

describe('what a caller passes', () => {
  const search = defineCall({
    name: 'search',
    feature: 'discovery',
    summary: '',
    access: 'public',
    method: 'GET',
    path: '/api/search.php',
    when: { kind: 'x' },
    input: z.strictObject({ q: z.optional(z.string()) }),
    output: z.strictObject({}),
    refusals: [],
  });

  it('is the query of a GET, without what tells calls apart', () => {
    expect(readInput(search, { kind: 'x', q: 'a' }, undefined)).toEqual({ ok: true, value: { q: 'a' } });
    expect(readInput(search, { kind: 'x', other: 'a' }, undefined)).toMatchObject({
      refusal: { fields: { other: 'INVALID' } },
    });
    expect(readInput(search, { q: ['a', 'b'] }, undefined)).toMatchObject({
      refusal: { fields: { q: 'INVALID' } },
    });
  });

  it('names each field at fault, and whether it is missing, too long or wrong', () => {
    expect(readInput(signUp, {}, { email: 'x'.repeat(321), gender: 'other', extra: 1 })).toMatchObject({
      refusal: {
        code: 'VALIDATION_FAILED',
        fields: {
          email: 'TOO_LONG',
          gender: 'INVALID',
          name: 'REQUIRED',
          password: 'REQUIRED',
          extra: 'INVALID',
        },
      },
    });
    expect(readInput(signUp, { a: '1' }, {})).toMatchObject({ refusal: { fields: { a: 'INVALID' } } });
  });
});

describe('a device', () => {
  it('is called by its browser and system', () => {
    const agent = (text: string) => `Mozilla/5.0 ${text}`;
    expect(deviceName(agent('(X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'))).toBe(
      'Chrome, Linux',
    );
    expect(deviceName(agent('(Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0'))).toBe('Edge, Windows');
    expect(deviceName(agent('(iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'))).toBe(
      'Safari, iPhone',
    );
    expect(deviceName(agent('(Linux; Android 15) Chrome/130.0 Mobile Safari/537.36'))).toBe(
      'Chrome, Android',
    );
    expect([deviceName(undefined), deviceName('curl/8')]).toEqual(['', '']);
  });
});
