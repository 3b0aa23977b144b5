import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { takeAutoLike } from './auto-like.ts';

let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json(
      { error: { code: 'NOT_FOUND', message: '' }, main_image: { match: 'a.webp' }, id: 'ann' },
      { status: address.includes('none') ? 404 : 200 },
    );
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

it('reloads the likes 500 ms after the answer, and not before [S7-032 S9-019]', async () => {
  let loads = 0;
  const query = { queryKey: keys.likes, queryFn: () => Promise.resolve((loads += 1)), staleTime: Infinity };
  await queryClient.fetchQuery(query);
  const stop = new (await import('@tanstack/react-query')).QueryObserver(queryClient, query).subscribe(
    () => {},
  );
  expect(loads).toBe(1);
  expect((await takeAutoLike())?.id).toBe('ann');
  expect(asked).toEqual(['/api/auto-like.php']);
  await vi.advanceTimersByTimeAsync(499);
  expect(loads).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(loads).toBe(2);
  stop();
});
