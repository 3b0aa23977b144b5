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

it('says each gift with its price, and of one that is too dear that it is, as one sentence', async () => {
  const gifts = [gift('Rose', 3), gift('Balloon', 4)];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ gifts }));
  queryClient.setQueryData(keys.user, { user: { id: 'me' } });
  renderPage(
    <GiftSheet
      conversation="c"
      profile={{ id: 'p', name: 'Ada', fictional: false }}
      credits={3}
      content={{ gift: undefined, words: '' }}
      onSend={() => {}}
      onClose={() => {}}
    />,
    { settings: { message_length: 200 } },
  );
  await screen.findAllByRole('radio');
  // As many as there are do.
  expect(screen.getByRole('radio', { name: 'Rose, 3 credits' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Balloon, 4 credits, more than you have' })).toBeTruthy();
});
