import { relative } from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { spacedInFrench } from './french-spacing.ts';
import { placeholdersOf } from './placeholders.ts';

type Catalog = Awaited<ReturnType<typeof getCatalogs>>[number];
type ExtractedMessages = NonNullable<Awaited<ReturnType<Catalog['collect']>>>;
type StoredMessages = NonNullable<Awaited<ReturnType<Catalog['read']>>>;

export type CatalogReport = { locales: string[]; messageCount: number; problems: string[] };

const shown = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** The problem of a translation, if it has one. */
function checkTranslation(message: string, translation: string, locale: string): string | undefined {
  if (translation === '') return `has no translation of ${shown(message)}`;
  try {
    const [needed, given] = [placeholdersOf(message).join(', '), placeholdersOf(translation).join(', ')];
    if (needed !== given) return `needs {${needed}} but has {${given}} in ${shown(translation)}`;
  } catch (error) {
    return `has no valid message in ${shown(translation)}: ${String(error)}`;
  }
  if (locale !== 'fr' || translation === spacedInFrench(translation)) return undefined;
  return `needs hard spaces (french-spacing.ts) in ${shown(translation)}`;
}

/** Problems of one language of one catalog, compared with the texts in the sources. */
function checkLocale(
  extracted: ExtractedMessages,
  stored: StoredMessages,
  locale: string,
  sourceLocale: string | undefined,
): string[] {
  const asked = Object.entries(extracted).map(([id, { message = id }]) => {
    const entry = stored[id];
    if (!entry) return `lacks ${shown(message)}: run npm run i18n:extract`;
    return locale === sourceLocale ? undefined : checkTranslation(message, entry.translation ?? '', locale);
  });
  const unused = Object.keys(stored).filter((id) => !(id in extracted));
  return [
    ...asked.filter((problem) => problem !== undefined),
    ...unused.map(
      (id) => `keeps ${shown(stored[id]?.message ?? id)}, which nothing uses: run npm run i18n:extract`,
    ),
  ];
}

/**
 * Compares the texts in the sources with the stored catalogs, without writing a file. A problem is one of:
 * - a text that was not extracted, not translated or is no longer used;
 * - a translation without one of its placeholders;
 * - a French sign without its hard space.
 * @param folder holds `lingui.config.ts`
 */
export async function checkCatalogs(folder: string): Promise<CatalogReport> {
  const config = getConfig({ cwd: folder });
  const report: CatalogReport = { locales: config.locales, messageCount: 0, problems: [] };
  for (const catalog of await getCatalogs(config)) {
    const extracted = await catalog.collect();
    if (!extracted) {
      report.problems.push(`${catalog.path}: a source cannot be read, see above`);
      continue;
    }
    report.messageCount += Object.keys(extracted).length;
    for (const locale of config.locales) {
      const stored = (await catalog.read(locale)) ?? {};
      const problems = checkLocale(extracted, stored, locale, config.sourceLocale);
      report.problems.push(
        ...problems.map((problem) => `${relative(folder, catalog.getFilename(locale))} ${problem}`),
      );
    }
  }
  return report;
}
