import { CONSTANTS, type Locale, type PublicSettings } from '@heartline/contracts';
import { chooseLocale, localeOfCookie, regionalLocale, regionOf, supportedLocale } from '@heartline/i18n';
import { loadFrameMessages, loadScreenMessages } from '@heartline/i18n/web';
import { type I18n, i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { sendLanguage } from './language-due.ts';
import { keys, queryClient } from './query.ts';
import { patchUser } from './session.ts';
import { readCookies, writeCookie } from './storage.ts';
import type { UserState } from './user-state.ts';

const COOKIE_SECONDS = CONSTANTS.languageCookieDays * 24 * 60 * 60;

/** The language this browser chose before, from the cookie `i18n_redirected`. */
export function languageFromCookie(cookies: string = readCookies()): Locale | undefined {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${CONSTANTS.languageCookie}=`));
  return localeOfCookie(pair?.slice(CONSTANTS.languageCookie.length + 1));
}

/** The cookie that keeps a choice for 365 days (S9-030, S9-031). */
export function languageCookie(locale: Locale): string {
  return `${CONSTANTS.languageCookie}=${locale}; Max-Age=${COOKIE_SECONDS}; Path=/; SameSite=Lax`;
}

/** The language of this visit, by the cookie and the settings as far as they are known. */
export function languageOfVisit(settings: PublicSettings | undefined): Locale {
  return chooseLocale({
    chosen: languageFromCookie(),
    domainLanguage: settings?.domain_language,
    selectedCountry: settings?.geoip_selected_country,
    country: settings?.geoip_country,
  });
}

/** Whether a screen beyond the frame was asked for: its words then come with every language. */
let areScreensWanted = false;

/** The language that was chosen last, whose words may be on their way. */
let chosen: Locale | undefined;

/**
 * Loads one language and shows the page in it, unless another was chosen meanwhile. Rejects when its words can't be had
 * now; the page stays as it is.
 */
export async function showLanguage(locale: Locale): Promise<void> {
  const before = chosen;
  chosen = locale;
  const catalogs = [loadFrameMessages(locale), ...(areScreensWanted ? [loadScreenMessages(locale)] : [])];
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

/** Loads the words of the screens beyond the frame, once; a screen is drawn when they are there. */
export async function wantScreenTexts(): Promise<void> {
  if (areScreensWanted) return;
  const locale = chosen ?? supportedLocale(i18n.locale) ?? 'en';
  i18n.load(locale, await loadScreenMessages(locale));
  areScreensWanted = true;
  // Another language was chosen meanwhile, with the words of the frame alone.
  if (chosen && chosen !== locale) await showLanguage(chosen);
}

/** A member's or visitor's own choice: shown at once, kept in the cookie, and told to the server for mails and push. */
export async function changeLanguage(locale: Locale): Promise<void> {
  await showLanguage(locale);
  // Another one was chosen meanwhile: that is what is kept and told.
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

/** What `Intl` writes this page's times, dates, numbers and money by (`regionalLocale`). */
export function formatLocale({ locale, locales }: I18n): string {
  return typeof locales === 'string' ? locales : locale;
}

/** The same in a component, drawn anew when the language changes. */
export function useFormatLocale(): string {
  return formatLocale(useLingui().i18n);
}
