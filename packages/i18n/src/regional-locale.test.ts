import { describe, expect, it } from 'vitest';
import { regionalLocale, regionOf } from './regional-locale.ts';

describe('regionOf', () => {
  it.each([
    [['en-GB', 'en-US', 'en'], 'GB'],
    [['en-IE', 'en'], 'IE'],
    // Chrome and Firefox in Dutch.
    [['nl-NL', 'nl', 'en-US', 'en'], 'NL'],
    [['nl', 'en-US', 'en'], 'NL'],
    [['de-AT', 'de'], 'AT'],
    [['en', 'en-GB'], 'GB'],
    [['en'], 'US'],
    [['es-419', 'es-MX'], '419'],
    [['no tag', 'pl'], 'PL'],
    [[], undefined],
  ])('returns the region of %j: %s', (wished, region) => {
    expect(regionOf(wished)).toBe(region);
  });
});

describe('regionalLocale', () => {
  const at = new Date(2026, 1, 3, 14, 5);
  const order = (locale: string) =>
    new Intl.DateTimeFormat(locale)
      .formatToParts(at)
      .filter(({ type }) => type !== 'literal')
      .map(({ type }) => type)
      .join(' ');
  const time = (locale: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);

  it('follows the region in any language', () => {
    for (const region of ['GB', 'IE', 'NL', 'BE', 'DE', 'AT', 'FR', 'IT', 'ES', 'PL', 'CH', 'AU', 'NZ']) {
      expect([region, order(regionalLocale('en', region))]).toEqual([region, 'day month year']);
    }
    expect(order(regionalLocale('en', 'US'))).toBe('month day year');
    expect(order(regionalLocale('en', 'CA'))).toBe('year month day');
    expect(time(regionalLocale('en', 'NL'))).toBe('14:05');
    expect(time(regionalLocale('en', 'US'))).toMatch(/^2:05\sPM$/);
  });

  it('keeps the conventions of a language in a region that does not speak it', () => {
    expect(order(regionalLocale('nl', 'US'))).toBe('day month year');
    expect(time(regionalLocale('de', 'GB'))).toBe('14:05');
  });

  it('falls back to British English in regions without English conventions', () => {
    expect(regionalLocale('en', 'QM')).toBe('en-GB');
    expect(regionalLocale('en', undefined)).toBe('en');
  });
});
