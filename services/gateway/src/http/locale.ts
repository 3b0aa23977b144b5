import { CONSTANTS, LOCALES, type Locale, type SiteSettings } from '@heartline/contracts';
import { offeredLocales, supportedLocale } from '@heartline/i18n';
import type { FastifyRequest } from 'fastify';

/** The language a visitor chose, if it is one we speak. */
export function chosenLocale(request: FastifyRequest): Locale | undefined {
  const cookie = request.cookies?.[CONSTANTS.languageCookie];
  return LOCALES.find((locale) => locale === cookie);
}

/**
 * The language to answer in: the one chosen, else the site's, else the first offered in the visitor's country
 * (product decisions, 1).
 */
export function localeOf(
  request: FastifyRequest,
  settings: SiteSettings,
  country: string | undefined,
): Locale {
  const ofSite = supportedLocale(settings.domain_language);
  return chosenLocale(request) ?? ofSite ?? offeredLocales(country ?? null)[0] ?? 'en';
}
