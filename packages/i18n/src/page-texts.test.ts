import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPage, LOCALES, PAGE_VARIABLES, type PageVariable, SHIPPED_PAGES } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { pageTextFile } from './page-texts.ts';

const FOLDER = join(import.meta.dirname, '../pages');

/** Search engines cut off longer descriptions. */
const LONGEST_DESCRIPTION = 155;

/** Words that no other of the seven languages has. */
const ENGLISH = /\b(the|and|you|your|with|which|from|they|this)\b/i;

interface PageText {
  title: string;
  description: string;
  lines: string[];
}

function read(locale: string, slug: string): PageText {
  const source = readFileSync(join(FOLDER, locale, `${slug}.md`), 'utf8');
  const [, title = '', description = '', body = ''] =
    /^---\ntitle: (.+)\ndescription: (.+)\n---\n\n([^]+)\n$/.exec(source) ?? [];
  return { title, description, lines: body.split('\n') };
}

/** The kind of a line: heading of a level, list item, row of a table with its cells, quote, paragraph. */
function shapeOf(line: string): string {
  if (line.startsWith('|')) return `row of ${line.split('|').length - 2}`;
  return /^(#+ |- |\d+\. |> ?|---$)/.exec(line)?.[1] ?? (line === '' ? '' : 'paragraph');
}

const shape = ({ lines }: PageText) => lines.map(shapeOf);

/** All matches of the first group of a pattern in a text, sorted. */
const all = ({ lines }: PageText, pattern: RegExp) =>
  [...lines.join('\n').matchAll(pattern)].map((match) => match[1] ?? '').toSorted();

const variables = (page: PageText) => all(page, /\{([^}]*)\}/g);
const links = (page: PageText) => all(page, /\]\(([^)]*)\)/g);

it('reads the default text of a page in one language', async () => {
  const text = await pageTextFile('en', 'terms');
  expect(text).toContain('\ntitle: Terms of use\n');
});

it.each(LOCALES)('has the same eight default page texts in %s', (locale) => {
  expect(readdirSync(join(FOLDER, locale)).toSorted()).toEqual(
    SHIPPED_PAGES.map((slug) => `${slug}.md`).toSorted(),
  );
});

const PAGES = LOCALES.flatMap((locale) => SHIPPED_PAGES.map((slug) => [locale, slug] as const));

describe.each(PAGES)('the page text %s/%s', (locale, slug) => {
  const page = read(locale, slug);

  it('has a title, a short description and a body', () => {
    expect(page.title).not.toBe('');
    // In YAML a colon and a space begin a value.
    expect([page.title, page.description].filter((text) => text.includes(': '))).toEqual([]);
    expect(page.description.length).toBeGreaterThan(40);
    expect(page.description.length).toBeLessThanOrEqual(LONGEST_DESCRIPTION);
    expect(page.lines.length).toBeGreaterThan(15);
  });

  it('holds only headings of level 2 to 4, no HTML and no pictures', () => {
    expect(page.lines.filter((line) => /^(# |#####)|<[a-z/!]|!\[/i.test(line))).toEqual([]);
  });

  it('uses known variables, and those that stand for a block alone in a paragraph', () => {
    expect(variables(page).filter((name) => !Object.hasOwn(PAGE_VARIABLES, name))).toEqual([]);
    const hasBlock = (line: string) =>
      [...line.matchAll(/\{(\w+)\}/g)].some(([, name]) => PAGE_VARIABLES[name as PageVariable] === 'block');
    expect(page.lines.filter((line) => hasBlock(line) && !/^\{\w+\}$/.test(line))).toEqual([]);
  });

  it('links to pages of the site and to secure addresses only', () => {
    const wrong = links(page).filter((to) => !isPage(to) && !/^(https:\/\/|mailto:|tel:)/.test(to));
    expect(wrong).toEqual([]);
  });
});

describe.each(PAGES.filter(([locale]) => locale !== 'en'))(
  'the page text %s/%s beside English',
  (locale, slug) => {
    const page = read(locale, slug);
    const english = read('en', slug);

    it('has the same headings, lists, tables and paragraphs in the same order', () => {
      expect(shape(page)).toEqual(shape(english));
    });

    it('has the same variables and links', () => {
      expect(variables(page)).toEqual(variables(english));
      expect(links(page)).toEqual(links(english));
    });

    it('leaves nothing in English', () => {
      const same = page.lines.filter((line) => line.length > 40 && english.lines.includes(line));
      expect(same.filter((line) => !line.startsWith('| ---'))).toEqual([]);
      expect(page.lines.filter((line) => ENGLISH.test(line))).toEqual([]);
      expect(page.description).not.toBe(english.description);
    });
  },
);
