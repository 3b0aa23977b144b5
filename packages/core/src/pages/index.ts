import type { Locale, ShippedPage } from '@heartline/contracts';
import { siteLocales } from '@heartline/i18n';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import type { SiteOfHost, SitePrices } from '../site/index.ts';
import { getPage, type WantedPage } from './get-page.ts';
import { createLanders, type LanderHooks, landerIndexes } from './landers/index.ts';
import { listPages, missingValues, pageHistory, pageSource } from './list-pages.ts';
import {
  acceptPage,
  type Editor,
  faultLines,
  type PageName,
  publishPage,
  rollBackPage,
  setPage,
} from './operate-pages.ts';
import { PAGE_TEXTS } from './page.model.ts';
import { createPageReads, published, readSitePages } from './page.repository.ts';
import { pageValues } from './page-values.ts';
import { parsePage } from './parse-page.ts';
import { removePage, renamePage } from './rename-page.ts';

export {
  type LanderHooks,
  type ShownLander,
} from './landers/index.ts';
export { type UnreviewedPage, unreviewedPages } from './unreviewed-pages.ts';

export const indexes: readonly IndexSpec[] = [{ collection: PAGE_TEXTS, key: { site: 1 } }, ...landerIndexes];

export type Pages = ReturnType<typeof createPages>;

/** Facts of other features that pages and landers show. */
interface PageHooks extends LanderHooks {
  prices: SitePrices;
}

/** Texts that visitors read: shipped ones, and what operators published instead or besides. */
export function createPages(
  deps: Pick<CoreDeps, 'mongo' | 'clock' | 'ids' | 'config'>,
  { prices, ...hooks }: PageHooks,
) {
  const pages = createPageReads(deps);
  const reads = { pages, prices };
  const { mongo } = deps;
  return {
    /** The text of a page on a site. NOT_FOUND, or PAGE_GONE after an operator removed it. */
    page: (site: SiteOfHost, wanted: WantedPage) => getPage(reads, site, wanted),
    /** The version of a shipped page that holds on a site now, and its date. */
    async versionOf(site: SiteOfHost, slug: ShippedPage, locale: Locale) {
      const found = await getPage(reads, site, { slug, locale });
      if (!found.ok) throw new Error(`page text not found: ${slug}`);
      const { version, date } = found.value;
      return { version, date };
    },
    /** The texts that operators published on a site: slug, language and time of each. */
    published: async (site: string) => published(await pages.ofSite(site)),
    landers: createLanders(deps, hooks),
    /** Operators' changes to pages. */
    operate: {
      /** The state of every page of a site, uncached. */
      list: async (site: SiteOfHost) =>
        listPages([...(await readSitePages(mongo, site.site)).values()], siteLocales(site.settings)),
      /** Faults of a text, and its variables that have no value on the site. */
      async check(site: SiteOfHost, source: string) {
        const parsed = parsePage(source);
        const faults = 'faults' in parsed ? faultLines(parsed.faults) : '';
        const values = pageValues(site, await prices.ofSite(site.site), 'en', 0);
        const known = Object.entries(values).flatMap(([, named]) => Object.keys(named));
        return { faults, missing: missingValues(source, new Set(known)) };
      },
      source: (name: PageName, version: number) => pageSource(mongo, name, version),
      history: (name: PageName) => pageHistory(mongo, name),
      set: (name: PageName, source: string, editor: Editor) => setPage(deps, name, source, editor),
      publish: (name: PageName, version: number | undefined, editor: Editor) =>
        publishPage(deps, name, version, editor),
      accept: (name: PageName, editor: Editor) => acceptPage(deps, name, editor),
      rollBack: (name: PageName, version: number, editor: Editor) =>
        rollBackPage(deps, name, version, editor),
      rename: (site: string, from: string, to: string) => renamePage(mongo, site, from, to),
      remove: (name: PageName) => removePage(mongo, name),
    },
  };
}
