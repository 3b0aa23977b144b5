import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chooseLocale } from '@heartline/i18n';
import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../http/cookies.ts';
import { chosenLocale } from '../http/locale.ts';

/** The files of the first page of a visit, for visitors and for members, as the build lists them. */
interface FirstFiles {
  pages: { at: string; visitor: string[]; member: string[]; words: 'frame' | 'all' }[];
  /** By language: of the frame, and of the frame with all screens. */
  words: Record<'frame' | 'all', Record<string, string[]>>;
}

/** Of the site's settings, what its language follows from. */
export interface SiteLanguage {
  domain_language?: string | undefined;
  geoip_selected_country?: string | null;
  geoip_country?: string | null;
}

/**
 * Links by which a browser asks at once for what this page will need: its own files and the words of its language.
 * Guessed from the address and from there being a session; a wrong guess costs a few files that are needed later.
 * Nothing for other pages, or where the build says nothing.
 */
export async function firstFileLinks(
  page: string,
  request: FastifyRequest,
  site: SiteLanguage,
): Promise<string> {
  const built = await readFile(join(dirname(page), 'first-files.json'), 'utf8').catch(() => undefined);
  if (!built) return '';
  const { pages, words } = JSON.parse(built) as FirstFiles;
  const path = request.url.split('?', 1)[0] ?? '';
  const first = pages.find(({ at }) => new RegExp(at).test(path));
  const files = request.cookies?.[SESSION_COOKIE] ? first?.member : first?.visitor;
  if (!first || !files?.length) return '';
  const locale = chooseLocale({
    chosen: chosenLocale(request),
    domainLanguage: site.domain_language,
    selectedCountry: site.geoip_selected_country,
    country: site.geoip_country,
  });
  return [...(words[first.words][locale] ?? []), ...files]
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
}
