import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import {
  getSettings,
  isTextPattern,
  type LanderContent,
  type Locale,
  type PageText,
  type PublicSettings,
  settingsQueryOf,
} from '@heartline/contracts';
import type { SiteOfHost } from '@heartline/core';
import { readTracking, TRACKING_COOKIE, writeTracking } from '@heartline/domain';
import { chooseLocale, localeAddress, PAGE_HEADS, siteLocales } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { SESSION_COOKIE } from '../http/cookies.ts';
import { chosenLocale, formatLocaleOf } from '../http/locale.ts';
import { sendMoved } from '../http/moved.ts';
import { isOpenedByPerson } from '../http/opened-by-person.ts';
import { pathOf, type ShownPage } from '../http/page-address.ts';
import { siteOrigin } from '../http/site-origin.ts';
import { findText, slugOf } from './find-text.ts';
import { AFTER_BODY, firstFileLinks } from './first-files.ts';
import { type HeadFacts, headOf } from './page-head.ts';
import { landerOf, storeLanguage } from './page-lander.ts';
import type { ServedPages } from './served-pages.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The settings embedded in the page: the call the page would make, and its answer. */
interface Served {
  call: string;
  answer: { settings: PublicSettings };
}

/** Dependencies of every page. */
export interface PageDeps extends Pick<AppDeps, 'core' | 'config'> {
  app: FastifyInstance;
  /** The built `index.html`. */
  file: string;
  /** The views of pages for visitors, if the build has them. */
  served: ServedPages | undefined;
}

/**
 * Answers with the page. It embeds the settings of its site, so that the page needs no call for them (S7-024), and links
 * to the files of its screen. A page without them, such as a cached one, makes the call itself.
 */
export async function sendPage(
  deps: PageDeps,
  wanted: ShownPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { app, core } = deps;
  const [served, site, origin] = await Promise.all([
    settingsFor(app, request),
    core.site.settingsFor(request.hostname),
    siteOrigin(core, deps.config, request),
  ]);
  const spoken = localeOfVisit(request, served?.answer.settings);
  const { content: lander, language } = await landerOf(core, site, { wanted, request, spoken });
  const locale = wanted?.locale ?? language ?? spoken;
  const { shown, text, status } = await findText(core, site, { wanted, locale, request });
  if (text && text.slug !== slugOf(shown)) return sendRenamed(request, reply, { shown, text, locale, site });
  // The app says in the person's language that there is no such page.
  if (!shown && !isOpenedByPerson(request))
    return sendRefusal(reply, locale, { code: status === 410 ? 'PAGE_GONE' : 'NOT_FOUND' });
  storeTracking(request, reply);
  request.isPage = true;
  const facts: HeadFacts = { ...addressOf(shown, request), text, locale, origin, ...headOfSite(site) };
  storeLanguage(reply, language);
  const page = await htmlOf(deps, { shown, request, facts, served, lander });
  return sendHtml(request, reply.code(status), page);
}

function addressOf(shown: ShownPage, request: FastifyRequest): Pick<HeadFacts, 'page' | 'path'> {
  return { page: shown?.visitorPage, path: shown?.path ?? pathOf(request) };
}

function headOfSite({
  settings,
  company,
  privately,
}: SiteOfHost): Pick<HeadFacts, 'settings' | 'company' | 'isListed'> {
  return { settings, company, isListed: privately.search_engines };
}

interface Renamed {
  shown: ShownPage;
  text: PageText;
  locale: Locale;
  site: SiteOfHost;
}

/** Redirects to the name that a page of text has now. */
function sendRenamed(
  request: FastifyRequest,
  reply: FastifyReply,
  { shown, text, locale, site }: Renamed,
): FastifyReply {
  const to = shown?.visitorPage === '/$token' ? `/${text.slug}` : `/pages/${text.slug}`;
  const address = shown?.locale ? localeAddress(to, locale, site.settings) : to;
  // The operator may give the old name back.
  return sendMoved(request, reply, address, 'no-cache');
}

interface HtmlOptions {
  shown: ShownPage;
  request: FastifyRequest;
  facts: HeadFacts;
  /** Undefined when the call for the settings was refused. */
  served: Served | undefined;
  /** The content of a campaign on a lander. */
  lander: LanderContent | undefined;
}

/** The built page with its head, its settings and, for a visitor, its body. */
async function htmlOf(deps: PageDeps, options: HtmlOptions): Promise<string> {
  const { request, facts, served, lander } = options;
  const { path, locale } = facts;
  const isSignedIn = Boolean(request.cookies[SESSION_COOKIE]);
  const body = served && !isSignedIn ? await bodyOf(deps, { ...options, served }) : '';
  const [html, links] = await Promise.all([
    readFile(deps.file, 'utf8'),
    firstFileLinks(deps.file, { path, locale, isSignedIn, hasBody: body !== '' }),
  ]);
  return html
    .replace(/<html lang="[^"]*"/, `<html${isSignedIn ? '' : ' data-visitor'} lang="${locale}"`)
    .replace(
      /<title>[^<]*<\/title>/,
      () =>
        `${headOf(facts)}${served ? embedded('settings', served) : ''}${lander ? embedded('lander', lander) : ''}`,
    )
    .replace('<script type="module"', (tag) => (body ? `${tag}${AFTER_BODY}` : tag))
    .replace('</head>', () => `${links}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`);
}

interface BodyOptions extends HtmlOptions {
  served: Served;
}

/** The body of a page for visitors, which the app replaces once it runs; empty for every other page. */
async function bodyOf(
  { served: pages, core }: PageDeps,
  { shown, request, facts, served, lander }: BodyOptions,
): Promise<string> {
  const { page, path, text, locale, settings, company } = facts;
  if (!pages || !page) return '';
  const { countries, geoip_selected_country: selected, geoip_country: guessed } = served.answer.settings;
  const country = countries.find((one) => one === (selected ?? guessed));
  const languages = siteLocales(settings).map((one) => ({
    locale: one,
    href: localeAddress(path, one, settings),
  }));
  const drawn = {
    page,
    path,
    text,
    locale,
    prefix: shown?.locale,
    formatLocale: formatLocaleOf(request, locale),
    settings: served.answer.settings,
    company,
    title: isTextPattern(page) ? '' : serverText(locale, PAGE_HEADS[page].title),
    prices: page === '/pricing' ? await pricesOf(core, request, served) : undefined,
    lander,
    regions: lander && country ? core.site.regions([country], locale) : [],
    email: shown?.email ?? '',
    languages,
  };
  try {
    return pages.bodyOf(drawn);
  } catch (error) {
    request.log.error({ err: error, page, locale }, 'page not rendered: the app is sent without a body');
    return '';
  }
}

/** The prices in the country of the visitor's address, as the app asks for them. */
async function pricesOf(core: PageDeps['core'], request: FastifyRequest, { answer }: Served) {
  const { site } = await core.site.settingsFor(request.hostname);
  const country = answer.settings.geoip_country ?? undefined;
  return core.payments.getPrices(site, { asked: undefined, country });
}

/** Stores where a visitor came from, who may leave this page before the app runs (S3-065 to S3-070). */
function storeTracking(request: FastifyRequest, reply: FastifyReply): void {
  const record = writeTracking(readTracking(request.url.slice(pathOf(request).length)));
  const { name, days } = TRACKING_COOKIE;
  if (record) void reply.setCookie(name, record, { path: '/', maxAge: days * 86_400, sameSite: 'lax' });
}

/** Sends the built page as it is, while the store does not answer: the app shows what it has, and tries again. */
export async function sendBarePage(
  { file }: Pick<PageDeps, 'file'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  request.isPage = true;
  return sendHtml(request, reply.code(503).header('retry-after', '5'), await readFile(file, 'utf8'));
}

/** Sends the page, compressed as the browser accepts. */
async function sendHtml(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const body = Buffer.from(page);
  const accepted = request.headers['accept-encoding'] ?? '';
  void reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding, accept-language, cookie');
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return reply.header('content-encoding', 'br').send(await brotli(body, { params }));
  }
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await gzipped(body));
  return reply.send(body);
}

/** The language of a visit whose address names none: the same choice the app makes. */
function localeOfVisit(request: FastifyRequest, settings: PublicSettings | undefined): Locale {
  return chooseLocale({
    chosen: chosenLocale(request),
    domainLanguage: settings?.domain_language,
    selectedCountry: settings?.geoip_selected_country,
    country: settings?.geoip_country,
  });
}

/** Answers with the installable app’s manifest under the name of the site it is asked on. */
export async function sendManifest(
  { app }: PageDeps,
  file: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [built, served] = await Promise.all([readFile(file, 'utf8'), settingsFor(app, request)]);
  const site = served?.answer.settings;
  const names = site && { name: site.name, short_name: site.name, description: site.description };
  return reply
    .type('application/manifest+json')
    .header('cache-control', 'private, no-cache')
    .header('vary', 'cookie')
    .send(JSON.stringify({ ...(JSON.parse(built) as object), ...names }));
}

/** The settings call of a page; its host and query make it (S7-020, S7-021). */
function settingsCall(request: FastifyRequest): string {
  const [, query = ''] = request.url.split('?', 2);
  const asked = settingsQueryOf(request.hostname, new URLSearchParams(query));
  return `${getSettings.path}?${new URLSearchParams(asked).toString()}`;
}

/** The answer the visitor's own call would get: same host, cookies and address, through the same limits and log. */
async function settingsFor(app: FastifyInstance, request: FastifyRequest): Promise<Served | undefined> {
  const call = settingsCall(request);
  const { host, cookie, 'x-forwarded-for': forwarded } = request.headers;
  const answer = await app.inject({
    method: 'GET',
    url: call,
    remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
    headers: {
      ...(host && { host }),
      ...(cookie && { cookie }),
      ...(forwarded && { 'x-forwarded-for': forwarded }),
    },
  });
  return answer.statusCode === 200 ? { call, answer: answer.json() } : undefined;
}

function embedded(id: 'settings' | 'lander', data: Served | LanderContent): string {
  // In a script element nothing but its end tag could end it early.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
