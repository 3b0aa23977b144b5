import { readFile } from 'node:fs/promises';
import { LOCALES } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import {
  chooseLocale,
  LANGUAGES,
  localeOfCookie,
  offeredLocales,
  REGION_WORDS,
  supportedLocale,
} from './languages.ts';

describe('languages offered by country', () => {
  it.each([
    ['S9-037', 'US', ['en', 'es']],
    ['S9-038', 'NL', ['nl']],
    ['S9-039', 'BE', ['nl', 'fr', 'de']],
    ['S9-040', 'FR', ['fr']],
    ['S9-041', 'IT', ['it']],
    ['S9-042', 'ES', ['es']],
    ['S9-043', 'DE', ['de']],
    ['S9-044', 'AT', ['de']],
    ['S9-045', 'IE', ['en']],
    ['S9-046', 'GB', ['en']],
    ['S9-047', 'AU', ['en']],
    ['S9-048', 'NZ', ['en']],
    ['S9-049', 'CA', ['en', 'fr']],
    ['S9-050', 'PL', ['pl']],
    ['S9-051', 'CH', ['de', 'it', 'fr', 'en']],
  ])('%s in %s', (_row, country, locales) => {
    expect(offeredLocales(country)).toEqual(locales);
  });

  it('offers all seven elsewhere, English first', () => {
    expect(offeredLocales('JP')).toEqual(LOCALES);
    expect(offeredLocales(null)[0]).toBe('en');
  });
});

it('finds the language at the start of a tag', () => {
  expect(supportedLocale('nl-BE')).toBe('nl');
  expect(supportedLocale('DE')).toBe('de');
  expect(supportedLocale('sv')).toBeUndefined();
  expect(supportedLocale('')).toBeUndefined();
});

it("S3-034 S3-036 S3-038 uses each country's term for a region", () => {
  expect(REGION_WORDS).toMatchObject({
    NL: 'province',
    US: 'state',
    DE: 'land',
    CH: 'canton',
    PL: 'voivodeship',
  });
  expect(REGION_WORDS.FR).toBeUndefined();
});

it.each([
  ['nl', 'Staat', 'Deelstaat'],
  ['de', 'Bundesstaat', 'Bundesland'],
  ['es', 'Estado', 'Estado federado'],
  ['fr', 'État', 'Land'],
  ['it', 'Stato', 'Land'],
  ['pl', 'Stan', 'Kraj związkowy'],
])('S3-035 in %s a state is the part of a country, not how things stand', async (locale, state, land) => {
  const catalog = await readFile(new URL(`../locales/${locale}/web.po`, import.meta.url), 'utf8');
  expect(catalog).toContain(`.ts\nmsgid "State"\nmsgstr "${state}"`);
  expect(catalog).toContain(`msgctxt "Germany, Austria"\nmsgid "State"\nmsgstr "${land}"`);
});

it('S1-028 has exactly seven languages, each with its own name', () => {
  expect([...LOCALES].sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'nl', 'pl']);
  expect(Object.keys(LANGUAGES).sort()).toEqual([...LOCALES].sort());
  expect(new Set(Object.values(LANGUAGES)).size).toBe(7);
});

describe('chooseLocale', () => {
  const nowhere = { chosen: undefined, domainLanguage: '', selectedCountry: null, country: null };

  it('S4-060 follows the first two letters of domain_language when no cookie is set', () => {
    expect(chooseLocale({ ...nowhere, domainLanguage: 'nl-NL' })).toBe('nl');
    expect(chooseLocale({ ...nowhere, domainLanguage: 'nl-NL', country: 'PL' })).toBe('nl');
  });

  it('S4-061 uses the cookie, whatever domain_language says', () => {
    expect(chooseLocale({ ...nowhere, chosen: localeOfCookie('de'), domainLanguage: 'nl' })).toBe('de');
  });

  it('S4-062 ignores a domain_language that begins with no supported locale', () => {
    expect(chooseLocale({ ...nowhere, domainLanguage: 'pt' })).toBe('en');
    expect(chooseLocale({ ...nowhere, domainLanguage: 'pt-PT', country: 'PL' })).toBe('pl');
  });

  it("uses the country's first language; a selected country beats a guessed one", () => {
    expect(chooseLocale({ ...nowhere, country: 'PL' })).toBe('pl');
    expect(chooseLocale({ ...nowhere, country: 'PL', selectedCountry: 'CH' })).toBe('de');
  });

  it('S9-033 falls back to English', () => {
    expect(chooseLocale(nowhere)).toBe('en');
    expect(chooseLocale({ ...nowhere, country: 'JP' })).toBe('en');
    expect(localeOfCookie('xx')).toBeUndefined();
  });
});
