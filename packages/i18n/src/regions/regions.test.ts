import { DEFAULT_SETTINGS, LOCALES, region } from '@heartline/contracts';
import { expect, it } from 'vitest';
import { EXONYMS } from './exonyms.ts';
import { isRegion, regionName, regionsOf } from './index.ts';

it('has regions for every country of a site, under codes that the contracts take', () => {
  for (const country of DEFAULT_SETTINGS.countries) {
    const regions = regionsOf(country, 'en');
    expect(regions.length, country).toBeGreaterThan(2);
    for (const { code } of regions) expect(region.safeParse(code).success, `${country} ${code}`).toBe(true);
  }
});

it('names a region as the language of the page does, else as it names itself', () => {
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

it('has a name of its own only for regions there are', () => {
  for (const [country, names] of Object.entries(EXONYMS)) {
    for (const [code, byLocale] of Object.entries(names ?? {})) {
      expect(isRegion(country, code), `${country} ${code}`).toBe(true);
      for (const locale of Object.keys(byLocale)) expect(LOCALES).toContain(locale);
    }
  }
});

it('a region is what its country’s word says: provinces in Belgium and Italy, not the regions above them', () => {
  expect(regionsOf('BE', 'nl')).toHaveLength(11);
  expect(regionsOf('IT', 'it')).toHaveLength(107);
  expect(regionName('BE', 'WLG', 'nl')).toBe('Luik');
  expect(regionName('IT', 'MI', 'it')).toBe('Milano');
  expect(regionName('IT', 'MI', 'pl')).toBe('Mediolan');
  expect(isRegion('IT', '25')).toBe(false);
  expect(isRegion('BE', 'VLG')).toBe(false);
});
