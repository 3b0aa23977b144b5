import { CONSTANTS, type Locale, type PublicSettings } from '@heartline/contracts';
import { chooseLocale, localeOfCookie, regionalLocale, regionOf, supportedLocale } from '@heartline/i18n';
import { loadFrameMessages, loadLanderMessages, loadScreenMessages } from '@heartline/i18n/web';
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { formatLocale } from './format-locale.ts';
import { sendLanguage } from './language-due.ts';
import { keys, queryClient } from './query.ts';
import { patchUser } from './session.ts';
import { readCookies, writeCookie } from './storage.ts';
import type { UserState } from './user-state.ts';

export { formatLocale };

const COOKIE_SECONDS = CONSTANTS.languageCookieDays * 24 * 60 * 60;

/** The language this browser chose before, from the cookie `i18n_redirected`. */
export function languageFromCookie(cookies: string = readCookies()): Locale | undefined {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${CONSTANTS.languageCookie}=`));
  return localeOfCookie(pair?.slice(CONSTANTS.languageCookie.length + 1));
}

/** The cookie that stores a choice for 365 days (S9-030, S9-031). */
export function languageCookie(locale: Locale): string {
  return `${CONSTANTS.languageCookie}=${locale}; Max-Age=${COOKIE_SECONDS}; Path=/; SameSite=Lax`;
}

/** The language of this visit, by the cookie and the settings known so far. */
export function languageOfVisit(settings: PublicSettings | undefined): Locale {
  return chooseLocale({
    chosen: languageFromCookie(),
    domainLanguage: settings?.domain_language,
    selectedCountry: settings?.geoip_selected_country,
    country: settings?.geoip_country,
  });
}

/** The catalogs beyond that of the frame. */
const CATALOGS = { screens: loadScreenMessages, landers: loadLanderMessages };

/** Catalogs of which a screen was opened. From then on they load with every language. */
const wanted = new Set<keyof typeof CATALOGS>();

/** The language chosen last. Its texts may still be loading. */
let chosen: Locale | undefined;

/**
 * Loads one language and renders the page in it, unless another was chosen meanwhile. Rejects when the texts can't be
 * loaded; the page stays unchanged.
 */
export async function showLanguage(locale: Locale): Promise<void> {
  const before = chosen;
  chosen = locale;
  const catalogs = [loadFrameMessages(locale), ...[...wanted].map((name) => CATALOGS[name](locale))];
  try {
    for (const messages of await Promise.all(catalogs)) i18n.load(locale, messages);
  } catch (error) {
    if (chosen === locale) chosen = before;
    throw error;
  }
  if (chosen !== locale) return;
  i18n.activate(locale, regionalLocale(locale, regionOf(navigator.languages)));
  document.documentElement.lang = locale;
}

/** Loads the texts of screens beyond the frame, once. A screen renders when they are loaded. */
export async function wantScreenTexts(name: keyof typeof CATALOGS = 'screens'): Promise<void> {
  if (wanted.has(name)) return;
  const locale = chosen ?? supportedLocale(i18n.locale) ?? 'en';
  i18n.load(locale, await CATALOGS[name](locale));
  wanted.add(name);
  // Another language was chosen meanwhile and loaded only the texts of the frame.
  if (chosen && chosen !== locale) await showLanguage(chosen);
}

/** A member's or visitor's choice: shown at once, stored in the cookie, and sent to the server for mails and pushes. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await showLanguage(locale);
  // Another language was chosen meanwhile: that one is stored and sent.
  if (chosen !== locale) return;
  writeCookie(languageCookie(locale));
  const regions = queryClient.invalidateQueries({ queryKey: keys.regions });
  if (queryClient.getQueryData<UserState | null>(keys.user)) {
    patchUser({ language: locale });
    await sendLanguage(locale);
  }
  await regions;
}

/** The language of the page. */
export function useLocale(): Locale {
  return supportedLocale(useLingui().i18n.locale) ?? 'en';
}

/** The same in a component; renders again when the language changes. */
export function useFormatLocale(): string {
  return formatLocale(useLingui().i18n);
}
