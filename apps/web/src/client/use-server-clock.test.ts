// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPageHook } from '../testing/render-page.tsx';
import { serverNow } from './clock.ts';
import { useServerClock } from './use-server-clock.ts';

const HOURS = 3_600_000;
const NOON = Date.UTC(2026, 10, 28, 12);

it('is right as soon as a page that slept is shown, before the next tick', async () => {
  vi.useFakeTimers({ now: NOON });
  const { result } = renderPageHook(() => useServerClock(60_000));
  const before = result.current;
  // The page was frozen: no timer ran, and the rest of the minute is still to wait.
  vi.setSystemTime(Date.now() + 8 * HOURS);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(result.current - before).toBeGreaterThanOrEqual(8 * HOURS);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(result.current).toBe(serverNow());
});

it('ticks as each minute begins, so that days change at midnight', async () => {
  const midnight = NOON + 12 * HOURS;
  vi.useFakeTimers({ now: midnight - 20_000 });
  const { result } = renderPageHook(() => useServerClock(60_000));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(result.current).toBe(midnight);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(result.current).toBe(midnight + 60_000);
});

it('stands still when nothing ticks', async () => {
  vi.useFakeTimers();
  const { result } = renderPageHook(() => useServerClock(null));
  const before = result.current;
  vi.setSystemTime(Date.now() + HOURS);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(result.current).toBe(before);
});
