import { CONSTANTS, type Locale, landerAt } from '@heartline/contracts';
import type { Core, ShownLander, SiteOfHost } from '@heartline/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chosenLocale } from '../http/locale.ts';
import type { ShownPage } from '../http/page-address.ts';

interface LanderVisit {
  wanted: ShownPage;
  request: FastifyRequest;
  /** The language of the visit. */
  spoken: Locale;
}

/**
 * The campaign of a lander, drawn once for this page: the app shows the same variant. Its language counts unless the
 * address names one or the visitor chose one. Empty for every other page.
 */
export async function landerOf(
  core: Pick<Core, 'pages'>,
  site: SiteOfHost,
  { wanted, request, spoken }: LanderVisit,
): Promise<Partial<ShownLander>> {
  const address = wanted && landerAt(wanted.path);
  if (!address) return {};
  return core.pages.landers.show(site, {
    lander: address.lander,
    slug: address.campaign,
    locale: wanted.locale,
    spoken,
    isChosen: chosenLocale(request) !== undefined,
  });
}

/**
 * Stores the campaign's own language for the sign-up that begins there, if that language decided the page's. The language
 * that stands in for missing words is nobody's choice.
 */
export function storeLanguage(reply: FastifyReply, language: Locale | undefined): void {
  if (!language) return;
  const { languageCookie: name, languageCookieDays: days } = CONSTANTS;
  void reply.setCookie(name, language, { path: '/', maxAge: days * 86_400, sameSite: 'lax' });
}
