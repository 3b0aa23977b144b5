import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import type { SiteOfHost } from '../site/index.ts';
import { getPage, type WantedPage } from './get-page.ts';
import { PAGE_TEXTS } from './page.model.ts';
import { createPageReads } from './page.repository.ts';

export const indexes: readonly IndexSpec[] = [{ collection: PAGE_TEXTS, key: { site: 1 } }];

/** Texts that visitors read: shipped ones, and what operators published instead or besides. */
export function createPages(deps: Pick<CoreDeps, 'mongo' | 'clock'>) {
  const pages = createPageReads(deps);
  return {
    /** The text of a page on a site. NOT_FOUND, or PAGE_GONE after an operator removed it. */
    page: (site: SiteOfHost, wanted: WantedPage) => getPage(pages, site, wanted),
  };
}
