// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { addToDraft, dropDraft, landerOfDraft, readStoredDraft } from './sign-up-draft.ts';

beforeEach(() => dropDraft());

const TAG = { site: 'default', lander: 'gallery', slug: 'summer', variant: 'a' };

it('stores the lander beside answers that follow', () => {
  addToDraft({ gender: 'male', lander: TAG });
  addToDraft({ email: 'mara@example.nl', step: 1 });
  expect(readStoredDraft()).toEqual({ gender: 'male', lander: TAG, email: 'mara@example.nl', step: 1 });
  expect(landerOfDraft()).toEqual(TAG);
});

it.each([
  undefined,
  null,
  'gallery',
  {},
  { lander: 'gallery' },
  { site: 'default', lander: 'unknown' },
  { site: 'default', lander: 'gallery', slug: 'A B' },
  { site: 'default', lander: 'gallery', variant: '<b>' },
  { site: 'default', lander: 'gallery', id: 'x' },
])('ignores a lander in another form: %j', (lander) => {
  addToDraft({ lander });
  expect(landerOfDraft()).toBeUndefined();
});
