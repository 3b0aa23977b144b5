// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { guardReloads, isReloading, mayReload } from './reload-guard.ts';

guardReloads();

/** Spies on reloads of a page whose server answers, and lets its chunks fail. */
function failingChunks() {
  vi.useFakeTimers();
  const isThere = vi.fn<() => Promise<Response>>().mockResolvedValue(new Response());
  vi.stubGlobal('fetch', isThere);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  onTestFinished(() => {
    sessionStorage.clear();
    reload.mockRestore();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const fail = async () => {
    dispatchEvent(new Event('vite:preloadError'));
    await vi.advanceTimersByTimeAsync(0);
    return isReloading();
  };
  return { isThere, reload, fail };
}

it('reloads once, and again only after 60 s [S9-023]', () => {
  expect(mayReload(1_000_000, 0)).toBe(true);
  expect(mayReload(1_059_999, 1_000_000)).toBe(false);
  expect(mayReload(1_060_000, 1_000_000)).toBe(true);
});

it('reloads at a failed chunk, but not at a second one within 60 s [S4-069 S4-070 S8-028]', async () => {
  const { reload, fail } = failingChunks();
  expect(await fail()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(await fail()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await fail()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('stays on the page when the server does not answer', async () => {
  const { isThere, reload, fail } = failingChunks();
  isThere.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await fail()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('reloads for a failed chunk only when no navigation cancelled its load', async () => {
  const { reload, fail } = failingChunks();
  dispatchEvent(new Event('beforeunload'));
  await fail();
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  await fail();
  expect(reload).toHaveBeenCalledOnce();
});
