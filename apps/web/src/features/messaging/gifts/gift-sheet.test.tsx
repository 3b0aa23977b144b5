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

it('names each gift with its price and says which are too expensive', async () => {
  open();
  await screen.findAllByRole('radio');
  // A price equal to the balance is affordable.
  expect(screen.getByRole('radio', { name: 'Rose, 3 credits' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Balloon, 4 credits, not enough credits' })).toBeTruthy();
});

it.each([
  ['the first gift', undefined, /^Rose/],
  ['the gift chosen before', 'Balloon', /^Balloon/],
])('focuses %s for the keyboard without choosing it', async (_, chosen, name) => {
  open(chosen);
  const radio = await screen.findByRole<HTMLInputElement>('radio', { name });
  await expect.poll(() => document.activeElement).toBe(radio);
  expect(radio.checked).toBe(chosen !== undefined);
});

it('leaves the focus in the text when the gifts load late', async () => {
  open();
  const words = screen.getByRole('textbox');
  words.focus();
  await screen.findAllByRole('radio');
  expect(document.activeElement).toBe(words);
});
