import {
  isTextPattern,
  type Locale,
  SHIPPED_PAGES,
  VISITOR_PAGES,
  type VisitorPage,
} from '@heartline/contracts';
import { escapeHtml, isShippedPage } from '@heartline/domain';
import { defaultLocale, localeAddress, type SiteLanguages, siteLocales } from '@heartline/i18n';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import { sendRefusal } from '../http/answer.ts';
import { siteOrigin } from '../http/site-origin.ts';

/** Crawlers may cache either file for an hour. */
const CACHED = 'public, max-age=3600';

/** Serves `/robots.txt` and `/sitemap.xml` of each host. Both refuse crawlers unless the site sets `search_engines`. */
export function addSearchEngineFiles(app: FastifyInstance, { core, config }: AppDeps): void {
  app.get('/robots.txt', async (request, reply) => {
    const { privately } = await core.site.settingsFor(request.hostname);
    const origin = await siteOrigin(core, config, request);
    const rules = privately.search_engines
      ? `Disallow: /media/\n\nSitemap: ${origin}/sitemap.xml\n`
      : 'Disallow: /\n';
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', CACHED)
      .send(`User-agent: *\n${rules}`);
  });
  app.get('/sitemap.xml', async (request, reply) => {
    const { site, privately, settings } = await core.site.settingsFor(request.hostname);
    if (!privately.search_engines) return sendRefusal(reply, request.locale, { code: 'NOT_FOUND' });
    const origin = await siteOrigin(core, config, request);
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', CACHED)
      .send(sitemap(origin, settings, await core.pages.published(site)));
  });
}

type Published = Awaited<ReturnType<AppDeps['core']['pages']['published']>>;

/**
 * Every indexed page in every language of the site, each with the addresses of the others. A text that an operator
 * published also says when.
 */
function sitemap(origin: string, site: SiteLanguages, published: Published): string {
  const views = (Object.keys(VISITOR_PAGES) as VisitorPage[]).filter(
    (page) => VISITOR_PAGES[page].isIndexed && !isTextPattern(page),
  );
  const texts = new Set([...SHIPPED_PAGES, ...published.map(({ slug }) => slug)]);
  const pages = [
    ...views.map((path) => ({ path, slug: undefined })),
    ...[...texts].map((slug) => ({ path: isShippedPage(slug) ? `/pages/${slug}` : `/${slug}`, slug })),
  ];
  const locales = siteLocales(site);
  const entries = pages.flatMap(({ path, slug }) => {
    const at = (locale: Locale) => escapeHtml(`${origin}${localeAddress(path, locale, site)}`);
    const alternates = [
      ...locales.map((locale) => alternate(locale, at(locale))),
      alternate('x-default', at(defaultLocale(site))),
    ].join('');
    return locales.map((locale) => {
      const text = published.find((one) => one.slug === slug && one.locale === locale);
      const changed = text ? `<lastmod>${new Date(text.at).toISOString()}</lastmod>` : '';
      return `<url><loc>${at(locale)}</loc>${changed}${alternates}</url>`;
    });
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
}

function alternate(locale: string, href: string): string {
  return `<xhtml:link rel="alternate" hreflang="${locale}" href="${href}"/>`;
}
