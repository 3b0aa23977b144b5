import { type Locale, PAGE_VARIABLES, SHIPPED_PAGES, type ShippedPage } from '@heartline/contracts';
import { isShippedPage } from '@heartline/domain';
import { pageTextFile } from '@heartline/i18n/pages';
import { type Mongo, under } from '@heartline/platform';
import type { Outcome } from '../site/change-site.ts';
import { noVersion, numberOf, type PageName } from './operate-pages.ts';
import { type PageTextRow, pageTextsOf, pageVersionsOf, textId, versionId } from './page.model.ts';

/** A version as `admin pages history` shows it. */
export interface PageHistory {
  version: number;
  madeOf: number;
  title: string;
  by: string;
  at: number;
  reason: string;
  /** Each time that it was published. */
  published: number[];
  isCurrent: boolean;
}

/** Every version of a text, the oldest first. */
export async function pageHistory(mongo: Mongo, name: PageName): Promise<PageHistory[]> {
  const text = textId(name.site, name.slug, name.locale);
  const existing = await pageTextsOf(mongo).findOne({ _id: text });
  const versions = await pageVersionsOf(mongo)
    .find({ _id: under(text) })
    .sort({ _id: 1 })
    .toArray();
  return versions.map((row) => {
    const { madeOf, title, by, at, reason } = row;
    const version = numberOf(row);
    const published = (existing?.publications ?? []).filter((one) => one.version === version);
    const isCurrent = existing?.status === 'published' && existing.version === version;
    return { version, madeOf, title, by, at, reason, published: published.map((one) => one.at), isCurrent };
  });
}

/** The text of a version as it was written; of version 0, the shipped one. */
export async function pageSource(mongo: Mongo, name: PageName, version: number): Promise<Outcome<string>> {
  if (version === 0 && isShippedPage(name.slug)) {
    return { done: await pageTextFile(name.locale, name.slug as ShippedPage) };
  }
  const text = textId(name.site, name.slug, name.locale);
  const row = await pageVersionsOf(mongo).findOne({ _id: versionId(text, version) });
  return row ? { done: row.source } : noVersion(name, version);
}

/** A text as `admin pages list` shows it. */
export interface ListedPage {
  slug: string;
  locale: Locale;
  /** `default` is the shipped text, which no operator has reviewed yet. */
  status: 'default' | PageTextRow['status'];
  version: number;
  at: number | null;
  /** The site that it was published for: `default` holds for every site. */
  site: string | null;
  renamedTo: string | null;
}

/** The state of every page in these languages: shipped texts, and those of the operator. */
export function listPages(rows: readonly PageTextRow[], locales: readonly Locale[]): ListedPage[] {
  const shipped = SHIPPED_PAGES.flatMap((slug) =>
    locales
      .filter((locale) => !rows.some((row) => row.slug === slug && row.locale === locale))
      .map((locale) => ({
        slug,
        locale,
        status: 'default' as const,
        version: 0,
        at: null,
        site: null,
        renamedTo: null,
      })),
  );
  const own = rows.map((row) => ({
    slug: row.slug,
    locale: row.locale,
    status: row.status,
    version: row.version,
    at: row.publications.at(-1)?.at ?? null,
    site: row.site,
    renamedTo: row.renamedTo ?? null,
  }));
  return [...shipped, ...own].toSorted(
    (a, b) => a.slug.localeCompare(b.slug) || a.locale.localeCompare(b.locale),
  );
}

/** The variables of a text that have no value on a site, so that their clauses are left out. */
export function missingValues(source: string, known: ReadonlySet<string>): string[] {
  const used = [...source.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
  return [...new Set(used)].filter((name) => name in PAGE_VARIABLES && !known.has(name)).toSorted();
}
