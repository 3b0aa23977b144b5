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

/** The language a cookie names, if it is one we speak. */
export function localeOfCookie(value: string | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === value);
}

/** What the language of a visit is chosen from. */
export interface LocaleWishes {
  /** The cookie `i18n_redirected`. */
  chosen: Locale | undefined;
  domainLanguage: string | undefined;
  /** The country the visitor picked, then the one of their address. */
  selectedCountry: string | null | undefined;
  country: string | null | undefined;
}

/**
 * The language of a visit, in the page and in every answer: the one chosen, else the site's `domain_language`, else
 * the first one offered in the visitor's country, else English (product decisions, 1).
 */
export function chooseLocale({ chosen, domainLanguage, selectedCountry, country }: LocaleWishes): Locale {
  const [offered] = offeredLocales(selectedCountry ?? country ?? null);
  return chosen ?? supportedLocale(domainLanguage) ?? offered ?? 'en';
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
