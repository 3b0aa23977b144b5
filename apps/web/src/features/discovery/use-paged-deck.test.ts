// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPageHook } from '../../testing/render-page.tsx';
import { usePagedDeck } from './use-paged-deck.ts';

const MINUTE_MS = 60_000;
const card = (id: string) => ({ id }) as ProfileCard;

/** A deck dealt once as `a` to `e`, then as `b` to `f`, or others; with the device's clock. */
async function dealt(next = 'bcdef') {
  let now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  const deals = ['abcde', next];
  const asked = vi.fn<() => Promise<{ results: ProfileCard[]; nextCursor: null; end: null }>>(async () => ({
    results: [...(deals.shift() ?? '')].map(card),
    nextCursor: null,
    end: null,
  }));
  const { result } = renderPageHook(() => usePagedDeck(['deck'], asked));
  const left = () => result.current.deck.left.map(({ id }) => id).join('');
  await expect.poll(left).toBe('abcde');
  return {
    asked,
    left,
    decide: () => act(async () => void result.current.deck.decide('pass')),
    undo: () => act(async () => void result.current.deck.undo()),
    comeBack: () => act(async () => void document.dispatchEvent(new Event('visibilitychange'))),
    wait: (minutes: number) => {
      now += minutes * MINUTE_MS;
    },
  };
}

it('deals again at the next card when the pictures of the others may expire', async () => {
  const { asked, left, decide, wait } = await dealt();
  wait(24);
  await decide();
  expect([left(), asked.mock.calls.length]).toEqual(['bcde', 1]);
  wait(2);
  expect(asked).toHaveBeenCalledTimes(1);
  await decide();
  await expect.poll(left).toBe('cdef');
  expect(asked).toHaveBeenCalledTimes(2);
});

it('deals again on a return to an old deck, and not to a recent one', async () => {
  const { asked, left, comeBack, wait } = await dealt();
  await comeBack();
  expect(asked).toHaveBeenCalledTimes(1);
  wait(26);
  await comeBack();
  await expect.poll(left).toBe('bcdef');
  await comeBack();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('can undo the first pass after a pause, and does not deal that card again', async () => {
  const { asked, left, decide, undo, wait } = await dealt('cbdef');
  wait(26);
  await decide();
  await expect.poll(left).toBe('cbdef');
  await undo();
  expect(left()).toBe('acbdef');
  await decide();
  expect(left()).toBe('cbdef');
  expect(asked).toHaveBeenCalledTimes(2);
});

it('keeps a card on top that was taken back after a pause', async () => {
  const { asked, left, decide, undo, wait } = await dealt();
  await decide();
  wait(26);
  await undo();
  expect(left()).toBe('abcde');
  expect(asked).toHaveBeenCalledTimes(1);
});
