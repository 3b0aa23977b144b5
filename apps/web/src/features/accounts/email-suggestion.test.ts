import { expect, it } from 'vitest';
import { suggestEmail } from './email-suggestion.ts';

it.each([
  ['a@gmial.com', 'a@gmail.com'],
  ['a@gmail.con', 'a@gmail.com'],
  ['a@gmal.com', 'a@gmail.com'],
  ['a@gmial.con', 'a@gmail.com'],
  ['a@gnail.con', 'a@gmail.com'],
  ['a@gmailcom', 'a@gmail.com'],
  ['a@hotmaill.com', 'a@hotmail.com'],
  ['a@hotmail.co', 'a@hotmail.com'],
  ['a@zigo.nl', 'a@ziggo.nl'],
  ['a@laposte.ent', 'a@laposte.net'],
  ['a@laposte.ne', 'a@laposte.net'],
  ['a@ziggo.nk', 'a@ziggo.nl'],
  ['a@hotmial.de', 'a@hotmail.de'],
  ['a@yahoo.co.ukk', 'a@yahoo.co.uk'],
  ['Mara.de.Vries@outlok.com', 'Mara.de.Vries@outlook.com'],
])('suggests for %s [S5-008]', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

// Wrong suggestions of a library, such as cox.net for gmx.net and mail.de for mara.design.
it.each([
  'a@gmail.com',
  'a@example.org',
  'a@gm',
  '@gmial.com',
  'mara',
  '',
  'a@mail.com',
  'a@gmx.net',
  'a@gmx.at',
  'a@mailbox.org',
  'a@mara.design',
  'a@posteo.de',
  'a@company.ne',
  'a@proton.me',
  'a@uni.edu',
])('suggests nothing for %s', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined();
});

// Real providers, each of which was taken for a typo of another.
it.each([
  'hotmail.de',
  'live.de',
  'op.pl',
  'outlook.be',
  'outlook.at',
  'outlook.ie',
  'yahoo.ie',
  'live.ie',
  'hotmail.se',
  'live.se',
])('never corrects %s', (domain) => {
  expect(suggestEmail(`a@${domain}`)).toBeUndefined();
});

it.each([
  'hotmail.fi',
  'hotmail.no',
  'hotmail.pt',
  'live.no',
  'outlook.pt',
  'outlook.dk',
  'yahoo.se',
  'yahoo.no',
  'yahoo.co.jp',
  'yahoo.com.br',
  'orange.be',
  'freenet.se',
  'interia.eu',
  'wanadoo.es',
  'gmx.de',
  'gmx.eu',
  'web.se',
  'tp.pl',
  'love.com',
  'home.pl',
  'protonmail.ch',
  'telenet.nl',
])('does not replace one country’s domain ending by another: %s', (domain) => {
  expect(suggestEmail(`a@${domain}`)).toBeUndefined();
});
