import { expect, it } from 'vitest';
import { textExcerpt } from './text-excerpt.ts';

it.each([
  ['short, joined to one line', ' And\n\nyou? ', 'And you?'],
  ['exactly one line', 'a'.repeat(60), 'a'.repeat(60)],
  ['a word that ends where the line does', `${'a'.repeat(60)} b`, `${'a'.repeat(60)}…`],
  ['a word that does not fit', `${'a'.repeat(50)} ${'b'.repeat(20)}`, `${'a'.repeat(50)}…`],
  ['one word that is longer', 'a'.repeat(61), `${'a'.repeat(60)}…`],
  ['a family emoji is not split', `${'a'.repeat(55)} 👨‍👩‍👧‍👦 b`, `${'a'.repeat(55)}…`],
])('shortens a text: %s', (_, text, begins) => {
  expect(textExcerpt(text)).toBe(begins);
});
