// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { MotionGlobalConfig } from 'motion/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { SwipeGamePage } from './swipe-game-page.tsx';

/** The number of likes the server still accepts today. */
let left: number;
/** The clock of the device and of the server. */
let now: number;

beforeEach(() => {
  // happy-dom cancels an animation with an unhandled error.
  MotionGlobalConfig.skipAnimations = true;
  left = 1;
  now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ results: cards, nextCursor: null, likes_left: left });
    if (left === 0)
      return Response.json({ error: { code: 'SWIPE_LIMIT', values: { limit: 1 } } }, { status: 429 });
    left -= 1;
    return Response.json({ likes_left: left });
  });
  queryClient.setQueryData(keys.user, null);
  queryClient.setQueryData(keys.regions, []);
});

const cards = ['Ann', 'Ben', 'Cleo'].map((name) => ({ id: name, name, age: 30, interests: [] }));

async function play() {
  const history = createMemoryHistory({ initialEntries: ['/default/swipe-game'] });
  const { shown } = routed({ '/default/swipe-game': SwipeGamePage }, history);
  renderPage(<SlotsProvider value={{ openSignUp() {} } as unknown as Slots}>{shown}</SlotsProvider>, {
    settings: { cdn_prefix: '', search_fields: [], visible_profile_fields: [] },
  });
  await like('Ann');
  await expect.poll(() => said('0 likes left today')).toBe(true);
  // The limit is reached, and the next like is refused.
  await like('Ben');
  await screen.findByRole('button', { name: 'Back to the cards' });
}

const said = (words: string) => document.body.textContent.includes(words);
const like = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: `Like ${name}` }));
const isRefused = () => screen.queryByRole('button', { name: 'Back to the cards' }) !== null;

it('has new likes the next day after a visit that ended at the limit', async () => {
  await play();
  left = 4;
  now += 12 * 3_600_000;
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => [said('4 likes left today'), isRefused()]).toEqual([true, false]);
  await like('Ben');
  await expect.poll(() => said('3 likes left today')).toBe(true);
});

it('moves the focus to the cards with the way back to them', async () => {
  await play();
  const back = screen.getByRole('button', { name: 'Back to the cards' });
  back.focus();
  fireEvent.click(back);
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Pass on Ben');
  expect(isRefused()).toBe(false);
});
