import { describe, expect, it } from 'vitest';
import { createGeo } from './geo.ts';

describe('countryOf', () => {
  const geo = createGeo();

  it('knows the country of public IPv4 and IPv6 addresses', () => {
    expect(geo.countryOf('145.53.0.1')).toBe('NL');
    expect(geo.countryOf('2001:7b8::1')).toBe('NL');
    expect(geo.countryOf('::ffff:145.53.0.1')).toBe('NL');
  });

  it('returns undefined for private and invalid addresses', () => {
    for (const ip of ['127.0.0.1', '10.0.0.1', '::1', 'fe80::1', '', 'a.example', '1.2.3', '999.1.1.1']) {
      expect([ip, geo.countryOf(ip)]).toEqual([ip, undefined]);
    }
  });
});
