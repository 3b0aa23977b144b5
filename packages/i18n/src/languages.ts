import { LOCALES, type Locale } from '@heartline/contracts';

/** Each language in its own words: a reader finds theirs whatever the page is in. */
export const LANGUAGES: Record<Locale, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
};

/** Languages offered by country of the visitor, the usual one first (S9). */
const OFFERED: Partial<Record<string, readonly Locale[]>> = {
  US: ['en', 'es'],
  NL: ['nl'],
  BE: ['nl', 'fr', 'de'],
  FR: ['fr'],
  IT: ['it'],
  ES: ['es'],
  DE: ['de'],
  AT: ['de'],
  IE: ['en'],
  GB: ['en'],
  AU: ['en'],
  NZ: ['en'],
  CA: ['en', 'fr'],
  PL: ['pl'],
  CH: ['de', 'it', 'fr', 'en'],
};

/** Languages offered to a visitor of this country; an unlisted or unknown country is offered all, `en` first. */
export function offeredLocales(country: string | null): readonly Locale[] {
  return OFFERED[country ?? ''] ?? LOCALES;
}

/** The supported locale that a language tag begins with, such as `nl` for `nl-BE`. */
export function supportedLocale(tag: string | null | undefined): Locale | undefined {
  const start = (tag ?? '').slice(0, 2).toLowerCase();
  return LOCALES.find((locale) => locale === start);
}

/** `land` is the state of Germany and Austria: English says "state", other languages keep the two apart. */
export type RegionWord = 'province' | 'state' | 'land' | 'canton' | 'voivodeship' | 'region';

/** What a region is called in each country (product decisions); elsewhere "region". */
export const REGION_WORDS: Partial<Record<string, RegionWord>> = {
  NL: 'province',
  BE: 'province',
  IT: 'province',
  ES: 'province',
  CA: 'province',
  DE: 'land',
  AT: 'land',
  US: 'state',
  AU: 'state',
  CH: 'canton',
  PL: 'voivodeship',
};
