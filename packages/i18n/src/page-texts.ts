import { readFile } from 'node:fs/promises';
import type { Locale } from '@heartline/contracts';

/** The pages at `/pages/<slug>` that every site has a text for, in the order of the footer. */
export const PAGE_TEXT_SLUGS = [
  'terms',
  'privacy',
  'cookies',
  'ban',
  'faq',
  'return-policy',
  'service',
  'accessibility',
] as const;
export type PageTextSlug = (typeof PAGE_TEXT_SLUGS)[number];

/**
 * The default text of a page in one language, as stored in `pages/<locale>/<slug>.md`: front matter with `title` and
 * `description`, then Markdown with variables in braces. A site shows it until its operator publishes a text of its own.
 */
export function pageTextFile(locale: Locale, slug: PageTextSlug): Promise<string> {
  return readFile(new URL(`../pages/${locale}/${slug}.md`, import.meta.url), 'utf8');
}
