import type { Locale, ShippedPage } from '@heartline/contracts';
import { LOCALES } from '@heartline/contracts';
import { pageTextFile } from '@heartline/i18n/pages';
import { createReadCache, type Mongo } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import { DEFAULT_SITE } from '../site/site.model.ts';
import {
  type PageTemplate,
  type PageTextRow,
  type PageVersionRow,
  pageTextsOf,
  pageVersionsOf,
  versionId,
} from './page.model.ts';
import { parsePage } from './parse-page.ts';

/** An operator's publication is visible everywhere within this time, like a change of a setting. */
const CACHE_MS = 5_000;
/** Versions never change; this only bounds how many stay in memory, and for how long. */
const VERSION_CACHE = { ttlMs: 600_000, max: 500, onlyFound: true } as const;
/** Upper limit of texts of one site. */
const MOST = 2_000;

/** The texts of a site and those that hold for every site, by `<slug>:<locale>`. Its own take the place of those. */
export type SitePages = ReadonlyMap<string, PageTextRow>;

export const pageKey = (slug: string, locale: Locale) => `${slug}:${locale}`;

/** Reads what stands at the pages of a site. All of them at once, so that an invented address costs no query. */
export async function readSitePages(mongo: Mongo, site: string): Promise<SitePages> {
  const sites = [...new Set([DEFAULT_SITE, site])];
  const rows = await Promise.all(
    sites.map((one) => pageTextsOf(mongo).find({ site: one }).sort({ _id: 1 }).limit(MOST).toArray()),
  );
  return new Map(rows.flat().map((row) => [pageKey(row.slug, row.locale), row] as const));
}

/** Pages of sites as gateways read them: at most a few seconds old. */
export interface Pages {
  ofSite(site: string): Promise<SitePages>;
  version(text: string, version: number): Promise<PageVersionRow | undefined>;
}

/** Reads pages for visitors. */
export function createPageReads({ mongo, clock }: Pick<CoreDeps, 'mongo' | 'clock'>): Pages {
  const sites = createReadCache<SitePages>(
    { ttlMs: CACHE_MS, max: 1_000, now: clock.now },
    async (names) =>
      new Map(
        await Promise.all(names.map(async (site) => [site, await readSitePages(mongo, site)] as const)),
      ),
  );
  const versions = createReadCache<PageVersionRow>({ ...VERSION_CACHE, now: clock.now }, async (ids) => {
    const rows = await pageVersionsOf(mongo)
      .find({ _id: { $in: [...ids] } })
      .toArray();
    return new Map(rows.map((row) => [row._id, row]));
  });
  return {
    ofSite: async (site) => (await sites.get(site)) ?? new Map<string, PageTextRow>(),
    version: (text, version) => versions.get(versionId(text, version)),
  };
}

/** A text that an operator published, and the time of its last publication. */
export interface PublishedPage {
  slug: string;
  locale: Locale;
  at: number;
}

/** The texts of a site that visitors can open now. */
export function published(all: SitePages): PublishedPage[] {
  return [...all.values()]
    .filter(({ status }) => status === 'published')
    .map(({ slug, locale, publications }) => ({ slug, locale, at: publications.at(-1)?.at ?? 0 }));
}

const shipped = new Map<string, Promise<PageTemplate>>();

/** The text of a page that the product ships. It never changes while the process runs. */
export function shippedPage(slug: ShippedPage, locale: Locale): Promise<PageTemplate> {
  const key = pageKey(slug, locale);
  const known = shipped.get(key) ?? readShipped(slug, locale);
  shipped.set(key, known);
  return known;
}

async function readShipped(slug: ShippedPage, locale: Locale): Promise<PageTemplate> {
  const parsed = parsePage(await pageTextFile(locale, slug));
  if ('page' in parsed) return parsed.page;
  const [fault] = parsed.faults;
  throw new Error(
    `shipped page invalid: ${locale}/${slug}.md:${fault?.line}:${fault?.column} ${fault?.reason}`,
  );
}

/** The languages in the order in which a page without a text in the wanted one falls back. */
export const fallbacks = (wanted: Locale): readonly Locale[] => [
  ...new Set<Locale>([wanted, 'en', ...LOCALES]),
];
