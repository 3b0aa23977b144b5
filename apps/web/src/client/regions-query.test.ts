// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient, REGIONS_AGAIN_MS, regionsQuery } from './query.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reloads regions that failed to load, because sign-up needs one', async () => {
  vi.useFakeTimers();
  const answers = [new Response('{}', { status: 500 }), Response.json({ regions: [], now: 0 })];
  vi.stubGlobal('fetch', async () => answers.shift());
  const regions = new QueryObserver(queryClient, regionsQuery);
  const stop = regions.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1);
  expect(regions.getCurrentResult().isError).toBe(true);
  await vi.advanceTimersByTimeAsync(REGIONS_AGAIN_MS + 1);
  expect(regions.getCurrentResult().data).toEqual([]);
  stop();
});
