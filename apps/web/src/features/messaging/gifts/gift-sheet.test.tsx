// @vitest-environment happy-dom
import type { Gift } from '@heartline/contracts';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { GiftSheet } from './gift-sheet.tsx';

const gift = (id: string, credits: number): Gift => ({
  id,
  name: id,
  credits,
  picture: 'rose',
  offered: true,
});

function open(chosen?: string) {
  const gifts = [gift('Rose', 3), gift('Balloon', 4)];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ gifts }));
  queryClient.setQueryData(keys.user, { user: { id: 'me' } });
  renderPage(
    <GiftSheet
      conversation="c"
      profile={{ id: 'p', name: 'Ada', fictional: false }}
      credits={3}
      content={{ gift: chosen, words: '' }}
      onSend={() => {}}
      onClose={() => {}}
    />,
    { settings: { message_length: 200 } },
  );
}

it('says each gift with its price, and of one that is too dear that it is, as one sentence', async () => {
  open();
  await screen.findAllByRole('radio');
  // As many as there are do.
  expect(screen.getByRole('radio', { name: 'Rose, 3 credits' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Balloon, 4 credits, more than you have' })).toBeTruthy();
});

it.each([
  ['the first gift', undefined, /^Rose/],
  ['the one that was chosen before', 'Balloon', /^Balloon/],
])('begins at %s for the keyboard, and chooses none', async (_, chosen, name) => {
  open(chosen);
  const radio = await screen.findByRole<HTMLInputElement>('radio', { name });
  await expect.poll(() => document.activeElement).toBe(radio);
  expect(radio.checked).toBe(chosen !== undefined);
});

it('gifts that come late take the focus from nobody who writes the words already', async () => {
  open();
  const words = screen.getByRole('textbox');
  words.focus();
  await screen.findAllByRole('radio');
  expect(document.activeElement).toBe(words);
});
