import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locale } from '@heartline/contracts';

type Words = 'frame' | 'landers' | 'all';

/** The files of the first page of a visit, for visitors and for members, as the build lists them. */
interface FirstFiles {
  pages: { at: string; visitor: string[]; member: string[]; words: Words }[];
  /** By language: of the frame, with those of landers, and with those of all screens. */
  words: Record<Words, Record<string, string[]>>;
}

interface FirstPage {
  path: string;
  locale: Locale;
  isSignedIn: boolean;
  /** The page has a body already. */
  hasBody: boolean;
}

/**
 * The attribute of scripts for a page that has a body already. Its style, fonts and pictures go first: the visitor sees
 * them.
 */
export const AFTER_BODY = ' fetchpriority="low"';

/**
 * Links by which a browser asks at once for what this page will need: its own files and the words of its language.
 * Guessed from the path without a language and from there being a session; a wrong guess costs a few files that are needed later.
 * Nothing for other pages, or where the build says nothing.
 */
export async function firstFileLinks(
  page: string,
  { path, locale, isSignedIn, hasBody }: FirstPage,
): Promise<string> {
  const built = await readFile(join(dirname(page), 'first-files.json'), 'utf8').catch(() => undefined);
  if (!built) return '';
  const { pages, words } = JSON.parse(built) as FirstFiles;
  const first = pages.find(({ at }) => new RegExp(at).test(path));
  const files = isSignedIn ? first?.member : first?.visitor;
  if (!first || !files?.length) return '';
  return [...(words[first.words][locale] ?? []), ...files]
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}"${hasBody ? AFTER_BODY : ''}>`)
    .join('');
}
