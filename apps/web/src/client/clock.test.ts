// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => vi.useRealTimers());

it('takes the middle of the round trip as the moment of the answer', async () => {
  const { learnServerTime, serverNow } = await import('./clock.ts');
  learnServerTime({ serverAt: 5_000_100 }, 1_000_000, 1_000_200);
  expect(serverNow()).toBe(5_000_000);
});

it('trusts the quicker of two answers that agree', async () => {
  const { learnServerTime, serverNow } = await import('./clock.ts');
  learnServerTime({ serverAt: 5_000_010 }, 1_000_000, 1_000_020);
  learnServerTime({ serverAt: 5_000_900 }, 1_000_000, 1_002_000);
  expect(serverNow()).toBe(5_000_000);
});

it('takes any answer after the clock of the device was changed', async () => {
  const { learnServerTime, serverNow } = await import('./clock.ts');
  learnServerTime({ serverAt: 5_000_010 }, 1_000_000, 1_000_020);
  vi.setSystemTime(9_000_000);
  learnServerTime({ serverAt: 5_000_400 }, 9_000_000, 9_000_800);
  expect(serverNow()).toBe(5_000_000);
});

it('ignores answers without a time', async () => {
  const { learnServerTime, serverNow } = await import('./clock.ts');
  learnServerTime({ serverAt: 'later' }, 0, 0);
  learnServerTime(null, 0, 0);
  expect(serverNow()).toBe(1_000_000);
});

it('restores the offset of the device’s clock on a page that opens offline', async () => {
  const { learnServerTime } = await import('./clock.ts');
  learnServerTime({ serverAt: 5_000_000 }, 1_000_000, 1_000_000);
  vi.resetModules();
  const next = await import('./clock.ts');
  expect(next.serverNow()).toBe(5_000_000);
  vi.setSystemTime(5_000_000);
  next.learnServerTime({ serverAt: 5_000_000 }, 5_000_000, 5_000_000);
  vi.resetModules();
  expect((await import('./clock.ts')).serverNow()).toBe(5_000_000);
});

it.each([
  ['set forward, as after a sleep', 9_000_000],
  ['set back', 10_000],
])('notifies once, at the next read, after the device’s clock was %s', async (_, setTo) => {
  const { onClockJump, serverNow } = await import('./clock.ts');
  const received = vi.fn<() => void>();
  const stop = onClockJump(received);
  vi.advanceTimersByTime(60_000);
  serverNow();
  await Promise.resolve();
  expect(received).not.toHaveBeenCalled();
  vi.setSystemTime(setTo);
  for (let times = 0; times < 2; times += 1) serverNow();
  await Promise.resolve();
  expect(received).toHaveBeenCalledOnce();
  stop();
  vi.setSystemTime(5_000_000);
  serverNow();
  await Promise.resolve();
  expect(received).toHaveBeenCalledOnce();
});
