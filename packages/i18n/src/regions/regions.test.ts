import { DEFAULT_SETTINGS, LOCALES, region } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { EXONYMS } from './exonyms.ts';
import { isRegion, regionName, regionsOf } from './index.ts';

it('has regions for every country of a site, with codes valid in the contracts', () => {
  for (const country of DEFAULT_SETTINGS.countries) {
    const regions = regionsOf(country, 'en');
    expect(regions.length, country).toBeGreaterThan(2);
    for (const { code } of regions) expect(region.safeParse(code).success, `${country} ${code}`).toBe(true);
  }
});

it("uses the name in the page's language, otherwise the local name", () => {
  expect(regionName('DE', 'BY', 'en')).toBe('Bavaria');
  expect(regionName('DE', 'BY', 'de')).toBe('Bayern');
  expect(regionName('NL', 'NH', 'pl')).toBe('Holandia Północna');
  expect(regionName('IE', 'CO', 'it')).toBe('Cork');
  expect(regionName('GB', 'EDH', 'en')).toBe('Edinburgh');
  expect(regionName('XX', 'YY', 'en')).toBeUndefined();
});

it('sorts by the alphabet of the language', () => {
  const names = regionsOf('PL', 'pl').map(({ name }) => name);
  expect(names).toEqual([...names].sort(new Intl.Collator('pl').compare));
});

it('has translated names only for existing regions', () => {
  for (const [country, names] of Object.entries(EXONYMS)) {
    for (const [code, byLocale] of Object.entries(names ?? {})) {
      expect(isRegion(country, code), `${country} ${code}`).toBe(true);
      for (const locale of Object.keys(byLocale)) expect(LOCALES).toContain(locale);
    }
  }
});

it('lists provinces in Belgium and Italy, not the larger regions', () => {
  expect(regionsOf('BE', 'nl')).toHaveLength(11);
  expect(regionsOf('IT', 'it')).toHaveLength(107);
  expect(regionName('BE', 'WLG', 'nl')).toBe('Luik');
  expect(regionName('IT', 'MI', 'it')).toBe('Milano');
  expect(regionName('IT', 'MI', 'pl')).toBe('Mediolan');
  expect(isRegion('IT', '25')).toBe(false);
  expect(isRegion('BE', 'VLG')).toBe(false);
});
