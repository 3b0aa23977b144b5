import { LOCALES, type Locale, SHIPPED_PAGES, type ShippedPage } from '@heartline/contracts';
import { siteLocales } from '@heartline/i18n';
import type { CoreDeps } from '../core-deps.ts';
import { readSites } from '../site/index.ts';
import { DEFAULT_SITE, sitesOf } from '../site/site.model.ts';
import { pageTextsOf, textId } from './page.model.ts';

/** A shipped page and the languages in which no operator has reviewed it. */
export interface UnreviewedPage {
  slug: ShippedPage;
  locales: Locale[];
}

/** Shipped texts that a site shows in one of its languages, and that no operator has accepted or replaced. */
export async function unreviewedPages(deps: Pick<CoreDeps, 'mongo' | 'logger'>): Promise<UnreviewedPage[]> {
  const rows = await sitesOf(deps.mongo).find().project<{ _id: string }>({ _id: 1 }).toArray();
  const hosts = new Set([DEFAULT_SITE, ...rows.map(({ _id }) => _id)]);
  const sites = [...(await readSites(deps, [...hosts])).values()];
  const texts = pageTextsOf(deps.mongo).find({ slug: { $in: [...SHIPPED_PAGES] } });
  const reviewed = new Set(
    (await texts.project<{ _id: string }>({ _id: 1 }).toArray()).map(({ _id }) => _id),
  );
  const isUnreviewed = (slug: ShippedPage, locale: Locale) =>
    !reviewed.has(textId(DEFAULT_SITE, slug, locale)) &&
    sites.some(
      ({ site, settings }) =>
        siteLocales(settings).includes(locale) && !reviewed.has(textId(site, slug, locale)),
    );
  return SHIPPED_PAGES.map((slug) => ({
    slug,
    locales: LOCALES.filter((locale) => isUnreviewed(slug, locale)),
  })).filter(({ locales }) => locales.length > 0);
}
