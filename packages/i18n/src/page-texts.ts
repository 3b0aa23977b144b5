import { readFile } from 'node:fs/promises';
import type { Locale, ShippedPage } from '@heartline/contracts';

/**
 * The default text of a page in one language, as stored in `pages/<locale>/<slug>.md`: front matter with `title` and
 * `description`, then Markdown with variables in braces. A site shows it until its operator publishes a text of its own.
 */
export function pageTextFile(locale: Locale, slug: ShippedPage): Promise<string> {
  return readFile(new URL(`../pages/${locale}/${slug}.md`, import.meta.url), 'utf8');
}
