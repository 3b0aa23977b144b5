import { type Locale, type PublicSettings, visitorPageAt } from '@heartline/contracts';
import { defaultLocale, localeOfCookie, siteLocales, splitLocale } from '@heartline/i18n';
import { useSyncExternalStore } from 'react';
import { languageCookie, languageFromCookie, languageOfVisit, showLanguage } from './language.ts';
import { keys, queryClient } from './query.ts';
import { writeCookie } from './storage.ts';

const listeners = new Set<() => void>();
/** The language in front of the addresses of pages for visitors; none while they are shown without one. */
let prefix = languageOfAddress(globalThis.location?.pathname ?? '');

function setPrefix(locale: Locale | undefined): void {
  if (locale === prefix) return;
  prefix = locale;
  for (const listener of listeners) listener();
}

function settingsNow(): PublicSettings | undefined {
  return queryClient.getQueryData<PublicSettings>(keys.settings);
}

/** The language that this path names, as in `/de/pricing`, if the site has the page in it. */
export function languageOfAddress(path: string): Locale | undefined {
  const split = splitLocale(path);
  const locale = localeOfCookie(split.prefix);
  if (!locale || !visitorPageAt(split.path)) return undefined;
  const settings = settingsNow();
  return !settings || siteLocales(settings).includes(locale) ? locale : undefined;
}

/** The path that shows a page for visitors in the language of this visit; others stay as they are. */
export function addressOf(href: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  if (!prefix || !visitorPageAt(path)) return href;
  return `/${prefix}${path === '/' ? '' : path}${rest}`;
}

/** The same for links on screen: renders again when the language of addresses changes. */
export function useAddresses(): typeof addressOf {
  const locale = useSyncExternalStore(onPrefix, () => prefix);
  return locale ? (href) => addressOf(href) : unchanged;
}

const unchanged = (href: string) => href;

function onPrefix(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets the router read `/de/pricing` as `/pricing`, and write it so while pages are shown in that language. */
export const languageRewrite = {
  input({ url }: { url: URL }): URL {
    if (languageOfAddress(url.pathname)) url.pathname = splitLocale(url.pathname).path;
    return url;
  },
  output({ url }: { url: URL }): URL {
    url.pathname = addressOf(url.pathname);
    return url;
  },
};

/**
 * Shows a page in the language of its address, which beats the cookie on that page. A first visit stores it, so that
 * the sign-up and its mails continue in it. The next page without a language in its address follows the visit again.
 */
export async function followAddress(href: string): Promise<void> {
  const before = prefix;
  const locale = languageOfAddress(href.split(/[?#]/, 1)[0] ?? '');
  if (locale && !languageFromCookie()) writeCookie(languageCookie(locale));
  setPrefix(locale);
  if (locale !== before) await showLanguage(locale ?? languageOfVisit(settingsNow()));
}

/**
 * The address of a page for visitors in another language, which links then lead to. Undefined for a page with one
 * address for all languages.
 */
export function moveToLanguage(path: string, locale: Locale): string | undefined {
  const settings = settingsNow();
  if (!settings || !visitorPageAt(path)) return undefined;
  const hasAddress = siteLocales(settings).includes(locale) && locale !== defaultLocale(settings);
  setPrefix(hasAddress ? locale : undefined);
  return addressOf(path);
}
