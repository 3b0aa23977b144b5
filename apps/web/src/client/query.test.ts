import { afterEach, expect, it, vi } from 'vitest';
import { queryClient, userQuery } from './query.ts';

const store = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

function answer(body: string, status: number) {
  queryClient.clear();
  vi.stubGlobal('localStorage', store);
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  return queryClient.fetchQuery(userQuery);
}

afterEach(() => vi.unstubAllGlobals());

it.each(['AUTHENTICATION_REQUIRED', 'ACCOUNT_DISABLED'])('%s says that nobody is signed in', async (code) => {
  expect(await answer(JSON.stringify({ error: { code } }), 403)).toBeNull();
});

it('a 403 of something on the way, such as an office that lets nobody here, signs nobody out', async () => {
  await expect(answer('<h1>Blocked: dating</h1>', 403)).rejects.toMatchObject({ status: 403 });
});
