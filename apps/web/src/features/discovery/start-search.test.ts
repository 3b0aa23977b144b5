import { afterEach, expect, it, vi } from 'vitest';
import { actAs } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { forgetSearch, rememberSearch, startSearchQuery } from './start-search.ts';

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

it('reads the remembered search again after the server refused a new one', async () => {
  const own = { gender: 'male' };
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) =>
    method === 'GET'
      ? Response.json({ search: own, remembered: true })
      : Response.json({ error: { code: 'VALIDATION_FAILED' } }, { status: 400 }),
  );
  await rememberSearch({ sort: 'interests' });
  const { search } = await queryClient.fetchQuery(startSearchQuery);
  expect(search).toEqual(own);
});

it('keeps a search for the next visit when the server was not reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await rememberSearch({ sort: 'new' });
  const { search } = await queryClient.fetchQuery(startSearchQuery);
  expect(search).toEqual({ sort: 'new' });
});
