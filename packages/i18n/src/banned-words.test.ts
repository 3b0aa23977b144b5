import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const LOCALES = join(import.meta.dirname, '../locales/en');
const PAGES = join(import.meta.dirname, '../pages/en');

/** Words that `style/en.md` bans. */
const BANNED: readonly [name: string, words: RegExp][] = [
  ['go on', /\bgo(es|ing)? on\b/i],
  ['press', /\bpress(es|ed|ing)?\b/i],
  ['-body', /\b(some|any|no|every)body\b/i],
  ['whoever', /\bwhoever\b/i],
  ['not here any more', /\b(not|isn’t) (here|there) any ?more\b/i],
  ['by itself', /\bby (itself|themselves)\b/i],
  ['at once', /\bat once\b/i],
  ['sign in', /\bsign(s|ed|ing)? (in|out)\b/i],
  ['mail without e-', /(?<!e-)\bmail(s|ed|ing)?\b/i],
  ['a space before %', /[\d}] %/],
];

const texts = readdirSync(LOCALES)
  .filter((file) => file.endsWith('.po'))
  .flatMap((file) => readFileSync(join(LOCALES, file), 'utf8').split('\n'))
  .flatMap((line) => /^msgstr "(.+)"$/.exec(line)?.[1] ?? []);

const pages = readdirSync(PAGES)
  .flatMap((file) => readFileSync(join(PAGES, file), 'utf8').split('\n'))
  .filter((line) => line !== '');

describe('the English texts', () => {
  it('are all read', () => expect([texts.length > 1_000, pages.length > 300]).toEqual([true, true]));

  it.each(BANNED)('never say “%s”', (_, words) => {
    expect([...texts, ...pages].filter((text) => words.test(text))).toEqual([]);
  });
});
