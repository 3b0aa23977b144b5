import { CONSTANTS, type LanderContent, type Locale, landerAt } from '@heartline/contracts';
import type { Core, SiteOfHost } from '@heartline/core';
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
 * address names one or the visitor chose one. Undefined for every other page.
 */
export async function landerOf(
  core: Pick<Core, 'pages'>,
  site: SiteOfHost,
  { wanted, request, spoken }: LanderVisit,
): Promise<LanderContent | undefined> {
  const address = wanted && landerAt(wanted.path);
  if (!address) return undefined;
  return core.pages.landers.show(site, {
    lander: address.lander,
    slug: address.campaign,
    locale: wanted.locale,
    spoken,
    isChosen: chosenLocale(request) !== undefined,
  });
}

/** The language of a campaign stays for the sign-up that begins there, unless the visitor chose another before. */
export function storeLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  lander: LanderContent | undefined,
): void {
  if (!lander?.texts || chosenLocale(request)) return;
  const { languageCookie: name, languageCookieDays: days } = CONSTANTS;
  void reply.setCookie(name, lander.locale, { path: '/', maxAge: days * 86_400, sameSite: 'lax' });
}
