import { isPage, type Locale, landerAt, type VisitorPage, visitorPageAt } from '@heartline/contracts';
import { isShippedPage } from '@heartline/domain';
import { defaultLocale, localeOfCookie, type SiteLanguages, siteLocales, splitLocale } from '@heartline/i18n';
import type { FastifyRequest } from 'fastify';

/** The page at an address of the site, if it has one. */
export type PageAddress =
  | {
      kind: 'page';
      /** The path without a language. */
      path: string;
      /** The language of the address, if it names one. */
      locale?: Locale;
      visitorPage?: VisitorPage;
    }
  /** The page stands at another path. */
  | { kind: 'moved'; to: string }
  | { kind: 'unknown' };

/** The page at the address of a request; undefined when there is none. `email` came with a plain form. */
export type ShownPage = (Extract<PageAddress, { kind: 'page' }> & { email?: string }) | undefined;

const UNKNOWN: PageAddress = { kind: 'unknown' };

/**
 * The page at the path of a request. Other spellings redirect to it:
 *
 * - a last slash, upper case in the language, the prefix of the default language;
 * - the name of a shipped text alone, as in `/terms`;
 * - a lander with what no campaign may be called.
 *
 * A language that the site does not offer has no pages.
 */
export function readPageAddress(typed: string, site: SiteLanguages): PageAddress {
  const trimmed = typed.replace(/(?<=[^/])\/$/, '');
  const { prefix, path: named } = splitLocale(trimmed);
  const path = pathNamed(named);
  if (!prefix) {
    if (!isPage(path) && !visitorPageAt(path)) return UNKNOWN;
    return path === typed ? pageAt(path) : { kind: 'moved', to: path };
  }
  const locale = localeOfCookie(prefix.toLowerCase());
  if (!locale || !visitorPageAt(path) || !siteLocales(site).includes(locale)) return UNKNOWN;
  if (locale === defaultLocale(site)) return { kind: 'moved', to: path };
  const one = path === '/' ? `/${locale}` : `/${locale}${path}`;
  return one === typed ? { ...pageAt(path), locale } : { kind: 'moved', to: one };
}

function pathNamed(named: string): string {
  return isShippedPage(named.slice(1)) ? `/pages${named}` : (landerAt(named)?.path ?? named);
}

function pageAt(path: string): PageAddress & { kind: 'page' } {
  const visitorPage = visitorPageAt(path);
  return { kind: 'page', path, ...(visitorPage && { visitorPage }) };
}

/** The path of a request, without its query. */
export const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?', 1)[0] ?? '';
