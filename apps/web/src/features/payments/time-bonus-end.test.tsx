// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useTimeBonus } from './time-bonus.ts';

const START = 1_800_000_000_000;

it('ends with its last second, also when the page renders before the next tick', async () => {
  vi.useFakeTimers({ now: START });
  queryClient.setQueryData(keys.user, { user: { id: 'me', paid_user: false } });
  queryClient.setQueryData(keys.discountCode, { expires: START + 1_300, value_percentage: 25 });
  const { result, rerender } = renderPageHook(() => useTimeBonus()?.remainingMs ?? 'over');
  expect(result.current).toBe(1_300);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(result.current).toBe(300);
  await act(() => vi.advanceTimersByTimeAsync(400));
  // A render for another reason.
  rerender();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(result.current).toBe('over');
});
