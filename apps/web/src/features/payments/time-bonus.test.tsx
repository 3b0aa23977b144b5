// @vitest-environment happy-dom
import { getDiscountCode } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { endOwnSession, patchUser } from '../../client/session.ts';
import { discountCodeOf } from '../../testing/discount-code.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useTimeBonus } from './time-bonus.ts';

const START = 1_800_000_000_000;

/** Renders the hook for a member who signed up four hours before `left` ms from now; returns the addresses asked. */
function open(left: number, user: object | null = { id: 'm', paid_user: false }) {
  vi.useFakeTimers({ now: START });
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    asked.push(url as string);
    return Response.json({ discountcode: discountCodeOf({ expires: START + left }), serverAt: Date.now() });
  });
  queryClient.setQueryData(keys.user, user && { user });
  return { asked, ...renderPageHook(useTimeBonus) };
}

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('loads once for a new member and ticks every second [S4-038 S4-042 S9-010]', async () => {
  const { asked, result, rerender } = open(10_000);
  await passes(0);
  expect(asked).toEqual([getDiscountCode.path]);
  const seconds = [];
  for (let passed = 0; passed < 4; passed += 1) {
    seconds.push(result.current?.countdown.seconds);
    rerender();
    await passes(1_000);
  }
  expect(seconds).toEqual(['10', '09', '08', '07']);
  // Another load, such as after a reconnection, answers the same end.
  await act(() => queryClient.refetchQueries({ queryKey: keys.timeBonus }));
  await passes(0);
  expect(asked).toHaveLength(2);
  expect(result.current?.countdown.seconds).toBe('06');
});

it('ends with its last second, also when the page renders before the next tick', async () => {
  const { result, rerender } = open(1_300);
  await passes(0);
  expect(result.current).toMatchObject({ isVisible: true, countdown: { seconds: '01' } });
  await passes(1_400);
  // A render for another reason.
  rerender();
  await passes(60_000);
  expect(result.current).toMatchObject({ isVisible: false, expired: true, countdown: { seconds: '00' } });
});

it('is not asked for by a visitor or a member who has paid [S4-035]', async () => {
  const { asked, result } = open(10_000, null);
  await passes(5_000);
  expect(result.current).toBeNull();
  await act(() => queryClient.setQueryData(keys.user, { user: { id: 'm', paid_user: true } }));
  await passes(5_000);
  expect(result.current).toBeNull();
  expect(asked).toEqual([]);
});

it('is over with a payment, and cleared at logout [S4-040]', async () => {
  const { result } = open(10_000);
  await passes(0);
  act(() => patchUser({ paid_user: true }));
  await passes(0);
  expect(result.current?.isVisible).toBe(false);
  act(() => endOwnSession());
  await passes(0);
  expect(result.current).toBeNull();
  expect(queryClient.getQueryData(keys.timeBonus)).toBeUndefined();
});
