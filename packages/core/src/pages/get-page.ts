import { type Locale, ok, type PageText, type Result, refuse, type ShippedPage } from '@heartline/contracts';
import { isShippedPage, termsVersionAt } from '@heartline/domain';
import type { SiteOfHost, SitePrices } from '../site/index.ts';
import { fillPage } from './fill-page.ts';
import type { PageTemplate, PageTextRow } from './page.model.ts';
import { fallbacks, type Pages, pageKey, type SitePages, shippedPage } from './page.repository.ts';
import { pageValues } from './page-values.ts';

/** A page as a visitor asks for it. */
export interface WantedPage {
  slug: string;
  locale: Locale;
  /** An earlier version that was published, or 0 for the shipped text. */
  version?: number | undefined;
}

/** Sources of a page: texts, and the prices that they name. */
export interface PageReads {
  pages: Pages;
  prices: SitePrices;
}

/** A text that was found, with the publication that it is dated by. */
interface Found extends Pick<PageText, 'slug' | 'locale' | 'version' | 'latest' | 'earlier'> {
  template: PageTemplate;
  publishedAt: number | null;
}

/** Privacy statements hold from the same day as the terms: both name it. */
const DATED: ReadonlySet<string> = new Set(['terms', 'privacy']);

/** The text of a page, filled with the settings of its site. Follows a renamed page to its name of now. */
export async function getPage(
  { pages, prices }: PageReads,
  site: SiteOfHost,
  wanted: WantedPage,
): Promise<Result<PageText>> {
  const all = await pages.ofSite(site.site);
  const slug = nameNow(all, wanted.slug);
  const found = await find(pages, all, { ...wanted, slug });
  if (found === 'removed') return refuse('PAGE_GONE');
  if (!found) return refuse('NOT_FOUND');
  const { template, publishedAt, ...rest } = found;
  const since = termsVersionAt(site.company.added, null);
  // The shipped text held before version 1.
  if (isShippedPage(slug) && found.latest > 0) rest.earlier.push({ version: 0, at: since });
  const date = DATED.has(slug) ? termsVersionAt(site.company.added, publishedAt) : publishedAt;
  const values = pageValues(site, await prices.ofSite(site.site), found.locale, date ?? since);
  return ok({ ...rest, date, ...fillPage(template, values) });
}

/** The last name of a page that was renamed, once or more. A new page at an old name is meant itself. */
function nameNow(all: SitePages, slug: string): string {
  const seen = new Set<string>();
  for (let name = slug; !seen.has(name); ) {
    seen.add(name);
    const rows = [...all.values()].filter((one) => one.slug === name);
    const renamed = rows.find(({ status }) => status === 'renamed');
    if (!renamed?.renamedTo || rows.some(({ status }) => status === 'published')) return name;
    name = renamed.renamedTo;
  }
  return slug;
}

async function find(
  pages: Pages,
  all: SitePages,
  wanted: WantedPage,
): Promise<Found | 'removed' | undefined> {
  const { slug } = wanted;
  if (isShippedPage(slug)) {
    const row = all.get(pageKey(slug, wanted.locale));
    if ((wanted.version ?? row?.version ?? 0) === 0)
      return ofProduct(slug as ShippedPage, wanted.locale, row);
    return row && ofOperator(pages, row, wanted);
  }
  const rows = fallbacks(wanted.locale).flatMap((locale) => all.get(pageKey(slug, locale)) ?? []);
  const row = rows.find(({ status }) => status === 'published');
  if (row) return ofOperator(pages, row, wanted);
  return rows.some(({ status }) => status === 'removed') ? 'removed' : undefined;
}

async function ofOperator(pages: Pages, row: PageTextRow, wanted: WantedPage): Promise<Found | undefined> {
  const { slug, locale, version: latest } = row;
  const version = wanted.version ?? latest;
  const publication = row.publications.findLast((one) => one.version === version);
  const template = publication && (await pages.version(row._id, version));
  return (
    template && {
      slug,
      locale,
      version,
      latest,
      earlier: earlierOf(row),
      template,
      publishedAt: publication.at,
    }
  );
}

/** The published versions of a text except the one that holds, the newest publication first. */
function earlierOf(row: PageTextRow): PageText['earlier'] {
  return [...new Map(row.publications.map((one) => [one.version, one.at]))]
    .filter(([number]) => number !== row.version)
    .map(([version, at]) => ({ version, at }))
    .toReversed();
}

/** The shipped text. `row` is that of the operator's text, which holds instead. */
async function ofProduct(slug: ShippedPage, locale: Locale, row: PageTextRow | undefined): Promise<Found> {
  const template = await shippedPage(slug, locale);
  const earlier = row ? earlierOf(row) : [];
  return { slug, locale, version: 0, latest: row?.version ?? 0, earlier, template, publishedAt: null };
}
