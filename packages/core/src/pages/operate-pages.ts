import type { Locale, ShippedPage } from '@heartline/contracts';
import { isShippedPage, slugFault } from '@heartline/domain';
import { pageTextFile } from '@heartline/i18n/pages';
import { insertOnce, type Mongo, under } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import type { Outcome } from '../site/change-site.ts';
import { DEFAULT_SITE } from '../site/site.model.ts';
import {
  type PageTextRow,
  type PageVersionRow,
  pageTextsOf,
  pageVersionsOf,
  textId,
  versionId,
} from './page.model.ts';
import type { PageFault } from './page-fault.ts';
import { parsePage } from './parse-page.ts';

/**
 * Operators' changes to pages. A version is inserted once; `pageTexts` moves by one write that is conditional on the
 * version it was read at. Visitors see a publication within 5 s; a refused change returns a sentence.
 */

/** One text of a site. */
export interface PageName {
  site: string;
  slug: string;
  locale: Locale;
}

/** The operator of a change, and the reason. */
export interface Editor {
  by: string;
  reason: string;
}

type Deps = Pick<CoreDeps, 'mongo' | 'clock'>;

/** Faults of a text, one a line, in the form of editors: `line:column reason`. */
export const faultLines = (faults: readonly PageFault[]) =>
  faults.map(({ line, column, reason }) => `${line}:${column} ${reason}`).join('\n');

/** Checks a text and stores it as the next version, made of the published one. Visitors see it after `publishPage`. */
export async function setPage(
  deps: Deps,
  name: PageName,
  source: string,
  editor: Editor,
): Promise<Outcome<{ version: number }>> {
  const wrong = slugFault(name.slug);
  if (wrong) return { problem: wrong };
  const parsed = parsePage(source);
  if ('faults' in parsed) return { problem: faultLines(parsed.faults) };
  const text = textId(name.site, name.slug, name.locale);
  const existing = await pageTextsOf(deps.mongo).findOne({ _id: text });
  if (existing?.status === 'renamed') return wasRenamed(existing);
  const madeOf = existing?.version ?? 0;
  for (let version = (await lastVersion(deps.mongo, text)) + 1; ; version += 1) {
    const row = { source, ...parsed.page, ...editor, madeOf, at: deps.clock.now() };
    // Another operator may have taken the number: theirs stays, and this one gets the next.
    const other = await insertOnce(pageVersionsOf(deps.mongo), { _id: versionId(text, version), ...row });
    if (!other || isSame(other, row)) return { done: { version } };
  }
}

/** True for the same version, such as after the answer to an insert was lost, or as its copy at another address. */
export const isSame = (one: PageVersionRow, other: Omit<PageVersionRow, '_id'> | undefined) =>
  one.source === other?.source && one.by === other.by && one.at === other.at;

/** Number of the newest stored version; 0 without one. */
async function lastVersion(mongo: Mongo, text: string): Promise<number> {
  const [last] = await pageVersionsOf(mongo)
    .find({ _id: under(text) })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  return last ? numberOf(last) : 0;
}

export const numberOf = ({ _id }: Pick<PageVersionRow, '_id'>) => Number(_id.slice(-5));

/** Publishes a version if the one that it was made of is still published. Without a number: the newest one. */
export async function publishPage(
  deps: Deps,
  name: PageName,
  wanted: number | undefined,
  editor: Editor,
): Promise<Outcome<{ version: number }>> {
  const text = textId(name.site, name.slug, name.locale);
  const version = wanted ?? (await lastVersion(deps.mongo, text));
  const row = await pageVersionsOf(deps.mongo).findOne({ _id: versionId(text, version) });
  if (!row) return noVersion(name, wanted);
  const existing = await pageTextsOf(deps.mongo).findOne({ _id: text });
  if (existing?.publications.some((one) => one.version === version) && existing.version !== version) {
    return { problem: `Version ${version} was published before: admin pages roll-back brings it back.` };
  }
  return movePointer(deps, name, { version, from: row.madeOf }, editor);
}

/** Publishes a version again that was published before. */
export async function rollBackPage(
  deps: Deps,
  name: PageName,
  version: number,
  editor: Editor,
): Promise<Outcome<{ version: number }>> {
  const existing = await pageTextsOf(deps.mongo).findOne({ _id: textId(name.site, name.slug, name.locale) });
  if (!existing) return { problem: `Nothing was published at ${said(name)}.` };
  if (!existing.publications.some((one) => one.version === version)) {
    return { problem: `Version ${version} of ${said(name)} was never published.` };
  }
  return movePointer(deps, name, { version, from: existing.version }, editor);
}

/** Stores the shipped text as a version of the site and publishes it: from now on a release does not change it. */
export async function acceptPage(
  deps: Deps,
  name: PageName,
  editor: Editor,
): Promise<Outcome<{ version: number }>> {
  if (!isShippedPage(name.slug)) return { problem: `No text of "${name.slug}" comes with the product.` };
  for (const site of new Set([name.site, DEFAULT_SITE])) {
    if (!(await pageTextsOf(deps.mongo).findOne({ _id: textId(site, name.slug, name.locale) }))) continue;
    if (site === name.site) return { problem: `${said(name)} has a text of its own already.` };
    return {
      problem: `${said(name)} has a text of yours on every site: the shipped one would replace it on ${name.site}.`,
    };
  }
  const set = await setPage(deps, name, await pageTextFile(name.locale, name.slug as ShippedPage), editor);
  return 'problem' in set ? set : publishPage(deps, name, set.done.version, editor);
}

/** Moves the pointer by one write. Of two operators who read the same version, the first wins. */
async function movePointer(
  { mongo, clock }: Deps,
  name: PageName,
  { version, from }: { version: number; from: number },
  editor: Editor,
): Promise<Outcome<{ version: number }>> {
  const _id = textId(name.site, name.slug, name.locale);
  const existing = await pageTextsOf(mongo).findOne({ _id });
  if (existing?.status === 'published' && existing.version === version) return { done: { version } };
  const publication = { version, at: clock.now(), ...editor };
  if (!existing && from === 0) {
    const row: PageTextRow = { _id, ...name, status: 'published', version, publications: [publication] };
    const other = await insertOnce(pageTextsOf(mongo), row);
    return other && other.version !== version ? stale(other.version, from) : { done: { version } };
  }
  const { modifiedCount } = await pageTextsOf(mongo).updateOne(
    { _id, version: from, status: { $ne: 'renamed' } },
    { $set: { version, status: 'published' }, $push: { publications: publication } },
  );
  return modifiedCount === 1
    ? { done: { version } }
    : notMoved(await pageTextsOf(mongo).findOne({ _id }), from);
}

/** Why the pointer did not move. */
function notMoved(now: PageTextRow | null, from: number): { problem: string } {
  return now?.status === 'renamed' ? wasRenamed(now) : stale(now?.version ?? 0, from);
}

const stale = (existing: number, madeOf: number) => ({
  problem: `version ${existing} stands already, yours was made of ${madeOf}`,
});

/** An old address leads to the new one for good: a text there would hide the page that visitors look for. */
const wasRenamed = (row: PageTextRow) => ({
  problem: `${said(row)} was renamed to "${row.renamedTo}": change the text there.`,
});

export const said = ({ slug, locale }: PageName) => `${slug} (${locale})`;

export const noVersion = (name: PageName, version: number | undefined) => ({
  problem:
    version === undefined
      ? `There is no version of ${said(name)}: admin pages set stores one.`
      : `There is no version ${version} of ${said(name)}.`,
});
