import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startRefetching } from './session.ts';

// The page starts when the module loads. It loads once: that takes longer than all tests of this file.
vi.hoisted(() => void vi.useFakeTimers({ now: 0 }));
beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

it('refetches the member 5 s after the start, then every 60 s [S4-063 S7-005 S7-007 S9-016 S9-018]', () => {
  const at: number[] = [];
  const stop = startRefetching(() => at.push(Date.now()), 60_000);
  vi.advanceTimersByTime(186_000);
  expect(at).toEqual([5_000, 65_000, 125_000, 185_000]);
  stop();
  vi.advanceTimersByTime(600_000);
  expect(at).toHaveLength(4);
});

it('refetches every 300 s once push is subscribed [S7-006 S9-017]', () => {
  const at: number[] = [];
  const stop = startRefetching(() => at.push(Date.now()), 60_000);
  vi.advanceTimersByTime(10_000);
  stop();
  startRefetching(() => at.push(Date.now()), 300_000);
  vi.advanceTimersByTime(700_000);
  expect(at).toEqual([5_000, 310_000, 610_000]);
});
