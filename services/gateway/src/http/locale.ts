import { CONSTANTS, type Locale, type SiteSettings } from '@heartline/contracts';
import { chooseLocale, localeOfCookie, regionalLocale, regionOf } from '@heartline/i18n';
import type { FastifyRequest } from 'fastify';

/** The language a visitor chose, if it is one we speak. */
export function chosenLocale(request: FastifyRequest): Locale | undefined {
  return localeOfCookie(request.cookies?.[CONSTANTS.languageCookie]);
}

/** The country a visitor picked, if the site has it. */
export function selectedCountry(request: FastifyRequest, { countries }: SiteSettings): string | undefined {
  const picked = request.cookies?.[CONSTANTS.countryCookie];
  return countries.find((country) => country === picked);
}

/** The language to answer in: the same choice the page makes. */
export function localeOf(
  request: FastifyRequest,
  settings: SiteSettings,
  country: string | undefined,
): Locale {
  return chooseLocale({
    chosen: chosenLocale(request),
    domainLanguage: settings.domain_language,
    selectedCountry: selectedCountry(request, settings),
    country,
  });
}

/** The `Intl` locale of a served page: its language, in the region of the browser, as the app chooses it. */
export function formatLocaleOf(request: FastifyRequest, locale: Locale): string {
  const wished = (request.headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((one) => one.split(';', 1)[0]?.trim() ?? '');
  return regionalLocale(locale, regionOf(wished));
}
