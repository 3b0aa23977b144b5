import { afterEach, expect, it, vi } from 'vitest';
import { actAs } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { forgetSearch } from './start-search.ts';

afterEach(() => {
  actAs(undefined);
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('keeps the search of a member who signed in before a reset was answered', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const fetch = vi.fn<() => Promise<Response>>(() => promise);
  vi.stubGlobal('fetch', fetch);
  actAs('ada');
  const forgotten = forgetSearch();
  await expect.poll(() => fetch.mock.calls.length).toBe(1);
  actAs('ben');
  const own = { search: { gender: 'male' }, isRemembered: true };
  queryClient.setQueryData(keys.startSearch, own);
  resolve(Response.json({ search: {}, remembered: false }));
  await forgotten;
  expect(queryClient.getQueryData(keys.startSearch)).toEqual(own);
});
