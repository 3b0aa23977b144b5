import { expect, it } from 'vitest';
import { lookAtPages } from './look-at-pages.ts';

it('names the texts that no operator has reviewed', () => {
  expect(lookAtPages(['terms', 'faq'])).toMatchObject({
    state: 'note',
    message: 'default, not reviewed: terms, faq',
    fix: expect.stringContaining('pages list'),
  });
  expect(lookAtPages([])).toEqual({ name: 'page texts', state: 'well', message: 'reviewed' });
});
