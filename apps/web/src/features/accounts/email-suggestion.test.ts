import { expect, it } from 'vitest';
import { suggestEmail } from './email-suggestion.ts';

it.each([
  ['a@gmial.com', 'a@gmail.com'],
  ['a@gmail.con', 'a@gmail.com'],
  ['a@gmal.com', 'a@gmail.com'],
  ['a@hotmaill.com', 'a@hotmail.com'],
  ['Mara.de.Vries@outlok.com', 'Mara.de.Vries@outlook.com'],
])('S5-008 suggests for %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

it.each(['a@gmail.com', 'a@example.org', 'a@gm', '@gmial.com', 'mara', '', 'a@mail.com'])(
  'has nothing to suggest for %s',
  (typed) => {
    expect(suggestEmail(typed)).toBeUndefined();
  },
);
