import { readFileSync } from 'node:fs';
import type { Locale } from '@heartline/contracts';
import { formatter } from '@lingui/format-po';

export type CatalogName = 'frame' | 'web' | 'errors' | 'server';

const po = formatter();

/**
 * Texts of one catalog by id, as translated, with placeholders. Untranslated entries are left out, so the English text
 * replaces them.
 */
export async function readTexts(locale: Locale, name: CatalogName): Promise<Map<string, string>> {
  const file = new URL(`../locales/${locale}/${name}.po`, import.meta.url);
  const catalog = await po.parse(readFileSync(file, 'utf8'), {
    locale,
    sourceLocale: 'en',
    filename: file.pathname,
  });
  const entries = Object.entries(catalog)
    .map(([id, entry]) => [id, entry.translation || (locale === 'en' ? entry.message : '')] as const)
    .filter((entry): entry is readonly [string, string] => Boolean(entry[1]));
  return new Map(entries);
}
