import { LOCALES, type Locale } from '@heartline/contracts';

/** Each language in its own name, so a reader finds it whatever the language of the page. */
export const LANGUAGES: Record<Locale, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
};

/** Languages offered by the visitor's country, the most common first (S9). */
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

/**
 * Languages offered to a visitor of this country. For an unlisted or unknown country, all languages with `en` first.
 */
export function offeredLocales(country: string | null): readonly Locale[] {
  return OFFERED[country ?? ''] ?? LOCALES;
}

/** The supported locale at the start of a language tag, such as `nl` for `nl-BE`. */
export function supportedLocale(tag: string | null | undefined): Locale | undefined {
  const start = (tag ?? '').slice(0, 2).toLowerCase();
  return LOCALES.find((locale) => locale === start);
}

/** The language of a cookie, if it is supported. */
export function localeOfCookie(value: string | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale === value);
}

/** Input for the choice of a visit's language. */
export interface LocaleWishes {
  /** From the cookie `i18n_redirected`. */
  chosen: Locale | undefined;
  domainLanguage: string | undefined;
  /** The country that the visitor selected; `country` is guessed from the IP address. */
  selectedCountry: string | null | undefined;
  country: string | null | undefined;
}

/**
 * The language of a visit, for the page and every answer (product decisions, 1). The first known one wins:
 *
 * 1. the chosen language
 * 2. the site's `domain_language`
 * 3. the first language offered in the visitor's country
 * 4. English
 */
export function chooseLocale({ chosen, domainLanguage, selectedCountry, country }: LocaleWishes): Locale {
  const [offered] = offeredLocales(selectedCountry ?? country ?? null);
  return chosen ?? supportedLocale(domainLanguage) ?? offered ?? 'en';
}

/** The facts about a site from which its languages follow. */
export interface SiteLanguages {
  countries: readonly string[];
  domain_language: string;
}

/** The language of a site whose addresses have no prefix (S9-034): that of its domain, else English. */
export function defaultLocale({ domain_language: domain }: Pick<SiteLanguages, 'domain_language'>): Locale {
  return supportedLocale(domain) ?? 'en';
}

/** The languages of a site: its default first, then those offered in its countries. */
export function siteLocales(site: SiteLanguages): Locale[] {
  const offered = new Set(site.countries.flatMap((country) => offeredLocales(country)));
  const first = defaultLocale(site);
  return [first, ...LOCALES.filter((locale) => locale !== first && offered.has(locale))];
}

const PREFIX = /^\/([a-z]{2})(?=\/|$)/i;

/**
 * The language at the start of a path as it was typed, and the path without it: `de` and `/pricing` for `/de/pricing`.
 * No prefix for two letters that name no language.
 */
export function splitLocale(path: string): { prefix?: string; path: string } {
  const prefix = PREFIX.exec(path)?.[1];
  if (!prefix || !localeOfCookie(prefix.toLowerCase())) return { path };
  return { prefix, path: path.slice(prefix.length + 1) || '/' };
}

/** The address of a visitor's page in a language of the site: `/de/pricing`, or `/pricing` in its default language. */
export function localeAddress(
  path: string,
  locale: Locale,
  site: Pick<SiteLanguages, 'domain_language'>,
): string {
  if (locale === defaultLocale(site)) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** `land` is a state of Germany or Austria. English says "state"; other languages distinguish the two. */
export type RegionWord = 'province' | 'state' | 'land' | 'canton' | 'voivodeship' | 'region';

/** Term for a region in each country (product decisions). Other countries use "region". */
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
