// @vitest-environment happy-dom
import type { OwnPhoto } from '@heartline/contracts';
import { showToast } from '@heartline/ui';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { usePhotoMoves } from './photo-moves.ts';

/** The photos of a member, a letter each. */
function draw(pictures: string) {
  queryClient.setQueryData(keys.user, { user: { id: 'ada', profile: {} } });
  const photos = [...pictures].map((id) => ({ id }) as OwnPhoto);
  const { result } = renderPageHook(() => usePhotoMoves(photos), { hasNotices: true });
  return { moves: result, shown: () => result.current.shown.map(({ id }) => id).join('') };
}

it('keeps the chosen order of photos, and sends the moves one by one', async () => {
  const asked: { order: string[]; answer: () => void }[] = [];
  vi.stubGlobal('fetch', (_address: string, { body }: RequestInit) => {
    const { order } = JSON.parse(body as string) as { order: string[] };
    const pictures = order.map((id) => ({ id }));
    return new Promise((resolve) => {
      asked.push({ order, answer: () => resolve(Response.json({ pictures, photo_limit: 3 })) });
    });
  });
  const orders = () => asked.map(({ order }) => order.join(''));
  const { moves, shown } = draw('abc');
  for (const [last, order] of [
    ['c', 'cab'],
    ['b', 'bca'],
  ] as const) {
    act(() => void moves.current.move(last, 0));
    await expect.poll(shown).toBe(order);
  }
  expect(orders()).toEqual(['cab']);
  asked[0]?.answer();
  await expect.poll(orders).toEqual(['cab', 'bca']);
  expect(shown()).toBe('bca');
  asked[1]?.answer();
  // The order that the page was given: no move is running any more.
  await expect.poll(shown).toBe('abc');
});

it('shows a photo again that could not be deleted, without a success message', async () => {
  let refuse = () => {};
  vi.stubGlobal('fetch', () => new Promise((_resolve, reject) => (refuse = () => reject(new TypeError()))));
  const { moves, shown } = draw('ab');
  const notices = () => screen.queryAllByRole('alertdialog').map((one) => one.textContent);
  act(() => void moves.current.remove('b'));
  await expect.poll(shown).toBe('a');
  refuse();
  await expect.poll(shown).toBe('ab');
  // Any other message is visible once a later one is.
  await expect.poll(() => notices().length).toBeGreaterThan(0);
  await showToast({ title: 'Later', isSticky: true });
  await expect.poll(() => notices().join()).toContain('Later');
  expect(notices().join()).not.toContain('deleted');
});
