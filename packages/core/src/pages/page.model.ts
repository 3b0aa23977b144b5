import type { Locale, PAGE_VARIABLES, PageBlock, PageRun, PageVariable } from '@heartline/contracts';
import type { Mongo } from '@heartline/platform';

export type BlockVariable = {
  [V in PageVariable]: (typeof PAGE_VARIABLES)[V] extends 'block' ? V : never;
}[PageVariable];
export type TextVariable = Exclude<PageVariable, BlockVariable>;

/** A run whose words are known, or come from a variable. Line ends stay in its text: they end a line of the source. */
export type TemplateRun = PageRun | (Omit<PageRun, 'text'> & { variable: TextVariable });

type WithVariables<T> = T extends PageRun[]
  ? TemplateRun[]
  : T extends (infer Item)[]
    ? WithVariables<Item>[]
    : T extends object
      ? { [K in keyof T]: WithVariables<T[K]> }
      : T;

/** A block of a page before its variables are filled. */
export type TemplateBlock = WithVariables<PageBlock> | { kind: 'variable'; name: BlockVariable };

/** A text as it was written, checked and cut into blocks. */
export interface PageTemplate {
  /** Title and description may have variables of text. */
  title: string;
  /** One sentence for search engines; may be empty. */
  description: string;
  blocks: TemplateBlock[];
}

/**
 * The state of a page in one language; `_id` is `<site>:<slug>:<locale>`. `version` moves by a conditional write on
 * itself. The site `default` holds for every site without a text of its own.
 */
export interface PageTextRow {
  _id: string;
  site: string;
  slug: string;
  locale: Locale;
  status: 'published' | 'removed' | 'renamed';
  /** The published version. */
  version: number;
  /** Every publication, the oldest first: only these versions are ever shown. */
  publications: { version: number; at: number; by: string; reason: string }[];
  /** The name of the page now, if it was renamed. */
  renamedTo?: string;
  /** The name it had before. */
  renamedFrom?: string;
}

/** One version, inserted once and never changed; `_id` is `<site>:<slug>:<locale>:<number in five digits>`. */
export interface PageVersionRow extends PageTemplate {
  _id: string;
  source: string;
  /** The version that was published when this one was made: it may replace that one only. */
  madeOf: number;
  by: string;
  at: number;
  reason: string;
}

export const PAGE_TEXTS = 'pageTexts';
const PAGE_VERSIONS = 'pageVersions';

export const pageTextsOf = ({ connection }: Mongo) => connection.collection<PageTextRow>(PAGE_TEXTS);
export const pageVersionsOf = ({ connection }: Mongo) => connection.collection<PageVersionRow>(PAGE_VERSIONS);

/** The id of a page in one language. */
export const textId = (site: string, slug: string, locale: Locale) => `${site}:${slug}:${locale}`;

/** The id of one version: ids of a page sort by number. */
export const versionId = (text: string, version: number) => `${text}:${String(version).padStart(5, '0')}`;
