import { LOCALES, type Locale } from '@heartline/contracts';
import { isShippedPage, slugFault } from '@heartline/domain';
import { insertOnce, type Mongo, under } from '@heartline/platform';
import type { Outcome } from '../site/change-site.ts';
import { numberOf, type PageName, said } from './operate-pages.ts';
import { type PageTextRow, pageTextsOf, pageVersionsOf, textId, versionId } from './page.model.ts';

/** Takes a custom page down in one language: visitors read that it is gone. Every site keeps the shipped pages. */
export async function removePage(mongo: Mongo, name: PageName): Promise<Outcome<true>> {
  if (isShippedPage(name.slug)) return { problem: needed(name.slug) };
  const { matchedCount } = await pageTextsOf(mongo).updateOne(
    { _id: textId(name.site, name.slug, name.locale), status: { $ne: 'renamed' } },
    { $set: { status: 'removed' } },
  );
  return matchedCount === 1 ? { done: true } : { problem: `Nothing was published at ${said(name)}.` };
}

const needed = (slug: string) => `Every site has the page "${slug}": set another text instead.`;

/**
 * Gives a custom page another address in all its languages; the old one leads to it. After an interruption the same
 * command goes on. Versions are copied before the old address changes.
 */
export async function renamePage(
  mongo: Mongo,
  site: string,
  from: string,
  to: string,
): Promise<Outcome<Locale[]>> {
  const wrong = isShippedPage(from) ? needed(from) : isShippedPage(to) ? needed(to) : slugFault(to);
  if (wrong) return { problem: wrong };
  const texts = await pageTextsOf(mongo)
    .find({ _id: { $in: LOCALES.map((locale) => textId(site, from, locale)) }, status: 'published' })
    .toArray();
  if (texts.length === 0) return { problem: `Nothing is published at "${from}".` };
  for (const text of texts) {
    const target = textId(site, to, text.locale);
    await copyVersions(mongo, text._id, target);
    const row: PageTextRow = { ...text, _id: target, slug: to, renamedFrom: from };
    const { matchedCount, upsertedCount } = await takeAddress(mongo, row);
    if (matchedCount + upsertedCount === 0) return { problem: `"${to}" is a page already.` };
    await pageTextsOf(mongo).updateOne({ _id: text._id }, { $set: { status: 'renamed', renamedTo: to } });
  }
  return { done: texts.map(({ locale }) => locale) };
}

/** Writes the row unless another page is published at the address. */
async function takeAddress(mongo: Mongo, row: PageTextRow) {
  const existing = await insertOnce(pageTextsOf(mongo), row);
  if (!existing || existing.renamedFrom === row.renamedFrom) return { matchedCount: 1, upsertedCount: 0 };
  const { _id, ...rest } = row;
  return pageTextsOf(mongo).replaceOne({ _id, status: { $ne: 'published' } }, rest);
}

async function copyVersions(mongo: Mongo, from: string, to: string): Promise<void> {
  const versions = await pageVersionsOf(mongo)
    .find({ _id: under(from) })
    .toArray();
  for (const row of versions) {
    await insertOnce(pageVersionsOf(mongo), { ...row, _id: versionId(to, numberOf(row)) });
  }
}
