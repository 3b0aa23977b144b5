import { CONSTANTS, type Locale, type PublicSettings, updateLanguage } from '@heartline/contracts';
import { offeredLocales, supportedLocale } from '@heartline/i18n';
import { loadFrameMessages, loadScreenMessages } from '@heartline/i18n/web';
import { i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { call } from './api.ts';
import { keys, queryClient, type UserState } from './query.ts';
import { patchUser } from './session.ts';

const COOKIE_SECONDS = CONSTANTS.languageCookieDays * 24 * 60 * 60;

/** The language this browser chose before, from the cookie `i18n_redirected`. */
export function languageFromCookie(cookies: string = document.cookie): Locale | undefined {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${CONSTANTS.languageCookie}=`));
  return supportedLocale(pair?.slice(CONSTANTS.languageCookie.length + 1));
}

/** The cookie that keeps a choice for 365 days (S9-030, S9-031). */
export function languageCookie(locale: Locale): string {
  return `${CONSTANTS.languageCookie}=${locale}; Max-Age=${COOKIE_SECONDS}; Path=/; SameSite=Lax`;
}

/**
 * The language of a visit: the cookie, else the site's `domain_language`, else the first one offered in the visitor's
 * country, else English (product decisions).
 */
export function chooseLocale(
  cookie: Locale | undefined,
  settings: Pick<PublicSettings, 'domain_language' | 'geoip_country' | 'geoip_selected_country'> | undefined,
): Locale {
  const country = settings?.geoip_selected_country ?? settings?.geoip_country ?? null;
  return cookie ?? supportedLocale(settings?.domain_language) ?? offeredLocales(country)[0] ?? 'en';
}

/** Whether a screen beyond the frame was asked for: its words then come with every language. */
let areScreensWanted = false;

/** Loads one language and shows the page in it. */
export async function showLanguage(locale: Locale): Promise<void> {
  const parts = [loadFrameMessages(locale), ...(areScreensWanted ? [loadScreenMessages(locale)] : [])];
  for (const messages of await Promise.all(parts)) i18n.load(locale, messages);
  i18n.activate(locale);
  document.documentElement.lang = locale;
}

/** Loads the words of the screens beyond the frame, once; a screen is drawn when they are there. */
export async function wantScreenWords(): Promise<void> {
  if (areScreensWanted) return;
  const locale = supportedLocale(i18n.locale) ?? 'en';
  i18n.load(locale, await loadScreenMessages(locale));
  areScreensWanted = true;
}

/** A member's or visitor's own choice: shown at once, kept in the cookie, and told to the server for mails and push. */
export async function changeLanguage(locale: Locale): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = languageCookie(locale);
  await showLanguage(locale);
  await queryClient.invalidateQueries({ queryKey: keys.regions });
  if (!queryClient.getQueryData<UserState | null>(keys.user)) return;
  patchUser({ language: locale });
  await call(updateLanguage, { language: locale });
}

/** The language of the page. */
export function useLocale(): Locale {
  return supportedLocale(useLingui().i18n.locale) ?? 'en';
}
