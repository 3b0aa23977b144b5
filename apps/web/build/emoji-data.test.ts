import { expect, it } from 'vitest';
import { dataOf } from './emoji-data.ts';

/** Emoji that the picker finds in a language: those with the text in their label or in a tag. */
function found(locale: string, query: string): number {
  const entries = JSON.parse(dataOf(locale)['data'] ?? '[]') as { label: string; tags: string[] }[];
  return entries.filter(({ label, tags }) =>
    [label, ...tags].some((word) => word.toLowerCase().includes(query)),
  ).length;
}

it.each([
  ['fr', 'cœur', 'coeur'],
  ['pl', 'złość', 'zlosc'],
  ['de', 'straße', 'strasse'],
  ['es', 'corazón', 'corazon'],
])('names emoji in "%s" by "%s" and also by "%s"', (locale, written, plain) => {
  expect(found(locale, written)).toBeGreaterThan(0);
  expect(found(locale, plain)).toBeGreaterThanOrEqual(found(locale, written));
});
