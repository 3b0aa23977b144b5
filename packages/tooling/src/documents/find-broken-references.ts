import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

/** A file name in backticks, such as `outbox/outbox.test.ts` or `accounts*.test.ts`. */
const NAMED_FILE = /`([\w./*-]+\.(?:tsx?|cjs|md))`/g;
const LINK = /\]\(([^)\s]+)\)/g;
const ELSEWHERE = /^[a-z]+:/;

/**
 * Links of a page that lead to no file or heading, and file names in it that no file has. `page` is relative to `root`;
 * `files` are the paths of every file of the repository.
 */
export function findBrokenReferences(root: string, page: string, files: readonly string[]): string[] {
  const text = withoutCode(readFileSync(join(root, page), 'utf8'));
  const links = [...text.matchAll(LINK)].map(([, link = '']) => link).filter((link) => !ELSEWHERE.test(link));
  const names = [...new Set(files.map((file) => basename(file)))];
  const named = [...text.matchAll(NAMED_FILE)].map(([, name = '']) => name);
  return [
    ...links.filter((link) => !leadsSomewhere(root, page, link)).map((link) => `${page}: link ${link}`),
    ...named.filter((name) => !names.some(isNamed(basename(name)))).map((name) => `${page}: file ${name}`),
  ];
}

function leadsSomewhere(root: string, page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, target))) return false;
  return !heading || !target.endsWith('.md') || headingsOf(join(root, target)).has(heading);
}

/** Headings as links name them: lower case, spaces as hyphens, without other signs. */
function headingsOf(file: string): Set<string> {
  const headings = withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Tells if a file has this name, in which `*` stands for any letters. */
function isNamed(name: string): (file: string) => boolean {
  if (!name.includes('*')) return (file) => file === name;
  const [start = '', end = ''] = name.split('*');
  return (file) => file.startsWith(start) && file.endsWith(end);
}

const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '');
