// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { guardReloads, mayReload } from './reload-guard.ts';

it('reloads once, and again only after 60 s [S9-023]', () => {
  expect(mayReload(1_000_000, 0)).toBe(true);
  expect(mayReload(1_059_999, 1_000_000)).toBe(false);
  expect(mayReload(1_060_000, 1_000_000)).toBe(true);
});

it('reloads for a failed chunk only when no navigation cancelled its load', async () => {
  vi.useFakeTimers();
  const isThere = vi.fn<() => Promise<Response>>().mockResolvedValue(new Response());
  vi.stubGlobal('fetch', isThere);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  onTestFinished(() => {
    reload.mockRestore();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const fail = async () => {
    dispatchEvent(new Event('vite:preloadError'));
    await vi.advanceTimersByTimeAsync(0);
  };
  guardReloads();
  dispatchEvent(new Event('beforeunload'));
  await fail();
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  await fail();
  expect(reload).toHaveBeenCalledOnce();
});
