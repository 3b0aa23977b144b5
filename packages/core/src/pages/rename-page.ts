import { isDeepStrictEqual } from 'node:util';
import { LOCALES, type Locale } from '@heartline/contracts';
import { isShippedPage, slugFault } from '@heartline/domain';
import { insertOnce, type Mongo, under } from '@heartline/platform';
import type { Outcome } from '../site/change-site.ts';
import { isSame, numberOf, type PageName, said } from './operate-pages.ts';
import { type PageTextRow, pageTextsOf, pageVersionsOf, textId, versionId } from './page.model.ts';

/** Takes a custom page down in one language: visitors read that it is gone. Every site keeps the shipped pages. */
export async function removePage(mongo: Mongo, name: PageName): Promise<Outcome<true>> {
  if (isShippedPage(name.slug)) return { problem: needed(name.slug) };
  const { matchedCount } = await pageTextsOf(mongo).updateOne(
    { _id: textId(name.site, name.slug, name.locale), status: { $ne: 'renamed' } },
    { $set: { status: 'removed' }, $unset: { renamedFrom: '' } },
  );
  return matchedCount === 1 ? { done: true } : { problem: `Nothing was published at ${said(name)}.` };
}

const needed = (slug: string) => `Every site has the page "${slug}": set another text instead.`;

/**
 * Gives a custom page another address in all its languages; the old one leads to it. Nothing moves if one of the new
 * addresses is taken. After an interruption the same command goes on.
 */
export async function renamePage(
  mongo: Mongo,
  site: string,
  from: string,
  to: string,
): Promise<Outcome<Locale[]>> {
  const wrong = isShippedPage(from) ? needed(from) : isShippedPage(to) ? needed(to) : slugFault(to);
  if (wrong) return { problem: wrong };
  const planned = from === to ? taken(to) : await planMoves(mongo, site, from, to);
  if ('problem' in planned) return planned;
  if (planned.done.length === 0) return { problem: `Nothing is published at "${from}".` };
  for (const move of planned.done) {
    const refused = await moveText(mongo, move);
    if (refused) return refused;
  }
  return { done: planned.done.map(({ row }) => row.locale) };
}

/** One move for each published language. Refused if one of the new addresses is not free. */
async function planMoves(mongo: Mongo, site: string, from: string, to: string): Promise<Outcome<Move[]>> {
  const texts = await pageTextsOf(mongo)
    .find({ _id: { $in: LOCALES.map((locale) => textId(site, from, locale)) }, status: 'published' })
    .toArray();
  const moves: Move[] = [];
  for (const text of texts) {
    const row: PageTextRow = { ...text, _id: textId(site, to, text.locale), slug: to, renamedFrom: from };
    const existing = (await pageTextsOf(mongo).findOne({ _id: row._id })) ?? undefined;
    if (existing?.status === 'published' && !isHalfMoved(existing, row)) return taken(to);
    if (!(await areVersionsOf(mongo, text._id, row._id))) return otherVersions(row);
    moves.push({ text, row, existing });
  }
  return { done: moves };
}

/** A text, the row that it becomes, and the row that stands there. */
interface Move {
  text: PageTextRow;
  row: PageTextRow;
  existing: PageTextRow | undefined;
}

const taken = (slug: string) => ({ problem: `"${slug}" is a page already.` });

const otherVersions = (name: PageName) => ({
  problem: `${said(name)} has versions of another text: choose another name.`,
});

/** True for the row of this very rename, which stopped before the old address changed. */
const isHalfMoved = (existing: PageTextRow, row: PageTextRow) =>
  existing.renamedFrom === row.renamedFrom &&
  existing.version === row.version &&
  isDeepStrictEqual(existing.publications, row.publications);

/** Moves one text: its versions, then the new address, then the old one. Each write is conditional on what was read. */
async function moveText(mongo: Mongo, move: Move): Promise<{ problem: string } | undefined> {
  const { text, row } = move;
  if (!(await copyVersions(mongo, text._id, row._id))) return otherVersions(row);
  if (!(await takeAddress(mongo, move))) return taken(row.slug);
  const { modifiedCount } = await pageTextsOf(mongo).updateOne(
    { _id: text._id, status: 'published', version: text.version },
    { $set: { status: 'renamed', renamedTo: row.slug }, $unset: { renamedFrom: '' } },
  );
  if (modifiedCount === 1) return undefined;
  await giveBack(mongo, move);
  return { problem: `${said(text)} changed meanwhile: read it, then rename again.` };
}

/** Writes the row unless the address changed since it was read. */
async function takeAddress(mongo: Mongo, { row, existing }: Move): Promise<boolean> {
  if (!existing) {
    const other = await insertOnce(pageTextsOf(mongo), row);
    return !other || (other.status === 'published' && isHalfMoved(other, row));
  }
  const { _id, ...rest } = row;
  const { matchedCount } = await pageTextsOf(mongo).replaceOne(
    { _id, status: existing.status, version: existing.version },
    rest,
  );
  return matchedCount === 1;
}

/** Puts back what stood at the new address. */
async function giveBack(mongo: Mongo, { row, existing }: Move): Promise<void> {
  const { _id, status, version } = row;
  if (!existing || existing.status === 'published') {
    await pageTextsOf(mongo).deleteMany({ _id, status, version });
    return;
  }
  const { _id: id, ...rest } = existing;
  await pageTextsOf(mongo).replaceOne({ _id: id, status, version }, rest);
}

const versionsOf = (mongo: Mongo, text: string) =>
  pageVersionsOf(mongo)
    .find({ _id: under(text) })
    .toArray();

/** True if every version at the new address is one of the text that moves there. Drafts count as well. */
async function areVersionsOf(mongo: Mongo, from: string, to: string): Promise<boolean> {
  const moving = new Map((await versionsOf(mongo, from)).map((row) => [numberOf(row), row]));
  return (await versionsOf(mongo, to)).every((row) => isSame(row, moving.get(numberOf(row))));
}

/** Copies every version. False if another operator took one of the numbers meanwhile. */
async function copyVersions(mongo: Mongo, from: string, to: string): Promise<boolean> {
  for (const row of await versionsOf(mongo, from)) {
    const copy = { ...row, _id: versionId(to, numberOf(row)) };
    const existing = await insertOnce(pageVersionsOf(mongo), copy);
    if (existing && !isSame(existing, row)) return false;
  }
  return true;
}
