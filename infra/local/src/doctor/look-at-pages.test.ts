import { expect, it } from 'vitest';
import { lookAtPages } from './look-at-pages.ts';

it('names the texts and languages that no operator has reviewed', () => {
  expect(
    lookAtPages([
      { slug: 'terms', locales: ['en', 'de'] },
      { slug: 'faq', locales: ['de'] },
      { slug: 'ban', locales: ['en', 'de'] },
    ]),
  ).toMatchObject({
    state: 'note',
    message: 'default, not reviewed: terms, ban (en, de); faq (de)',
    fix: expect.stringContaining('pages list'),
  });
  expect(lookAtPages([])).toEqual({ name: 'page texts', state: 'well', message: 'reviewed' });
});
