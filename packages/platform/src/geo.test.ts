import { describe, expect, it } from 'vitest';
import { createGeo } from './geo.ts';

describe('the country of an address', () => {
  const geo = createGeo();

  it('is known for public addresses, old and new', () => {
    expect(geo.countryOf('145.53.0.1')).toBe('NL');
    expect(geo.countryOf('2001:7b8::1')).toBe('NL');
    expect(geo.countryOf('::ffff:145.53.0.1')).toBe('NL');
  });

  it('is unknown for private addresses and for what is none', () => {
    for (const ip of ['127.0.0.1', '10.0.0.1', '::1', 'fe80::1', '', 'a.example', '1.2.3', '999.1.1.1']) {
      expect([ip, geo.countryOf(ip)]).toEqual([ip, undefined]);
    }
  });
});
