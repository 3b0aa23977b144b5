import { LOCALES, ONE_TIME_SECRET, PAGE_SLUG, PAGES, SHIPPED_PAGES } from '@heartline/contracts';

/** First parts of addresses that are not pages of the app: calls, files, landers, and what crawlers ask for. */
const TAKEN = [
  'api',
  'assets',
  'campaign-media',
  'health',
  'landers',
  'media',
  'pages',
  'socket-io',
  'well-known',
  'docs',
];

const RESERVED: ReadonlySet<string> = new Set([
  ...TAKEN,
  ...LOCALES,
  ...PAGES.map((page) => page.split('/')[1] ?? '').filter((part) => part && !part.startsWith('$')),
]);

/** True for the name of a page that every site has, such as `terms`. */
export function isShippedPage(slug: string): boolean {
  return (SHIPPED_PAGES as readonly string[]).includes(slug);
}

/** Why no page may have this name, as a sentence for operators; undefined for a name that a page may have. */
export function slugFault(slug: string): string | undefined {
  if (isShippedPage(slug)) return undefined;
  if (RESERVED.has(slug)) return `"${slug}" is an address of the site itself.`;
  if (ONE_TIME_SECRET.test(slug)) return `"${slug}" has the form of a one-time link.`;
  if (/\p{Lu}/u.test(slug)) return `"${slug}" has upper-case letters: an address has small ones.`;
  if (!PAGE_SLUG.test(slug)) {
    return `"${slug}" is no name of a page: small letters and digits, parts joined by a hyphen, at most 40 characters.`;
  }
  return undefined;
}
