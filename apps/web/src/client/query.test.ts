import { afterEach, expect, it, vi } from 'vitest';
import { queryClient, userQuery } from './query.ts';

const store = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

/** The page as the server sends it: to a visitor, or to a browser with a session. */
function openPage(dataset: { visitor?: '' } = {}, signedIn: string | null = null) {
  queryClient.clear();
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('localStorage', {
    ...store,
    getItem: (key: string) => (key === 'signed-in' ? signedIn : null),
  });
}

function answer(body: string, status: number) {
  openPage();
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  return queryClient.fetchQuery(userQuery);
}

afterEach(() => vi.unstubAllGlobals());

it.each(['AUTHENTICATION_REQUIRED', 'ACCOUNT_DISABLED'])('%s says that nobody is signed in', async (code) => {
  expect(await answer(JSON.stringify({ error: { code } }), 403)).toBeNull();
});

it('keeps the session after a 403 of a proxy', async () => {
  await expect(answer('<h1>Blocked: dating</h1>', 403)).rejects.toMatchObject({ status: 403 });
});

it('asks who is signed in only from the second time on, on a visitor’s page', async () => {
  const fetch = vi.fn<() => Promise<Response>>(
    async () => new Response('{"error":{"code":"AUTHENTICATION_REQUIRED"}}', { status: 403 }),
  );
  openPage({ visitor: '' });
  vi.stubGlobal('fetch', fetch);
  expect(await queryClient.fetchQuery(userQuery)).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
  expect(await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })).toBeNull();
  expect(fetch).toHaveBeenCalledOnce();
});

it('asks who is signed in when a member signed in after the page was sent', async () => {
  const fetch = vi.fn<() => Promise<Response>>(
    async () => new Response('{"error":{"code":"AUTHENTICATION_REQUIRED"}}', { status: 403 }),
  );
  openPage({ visitor: '' }, '1');
  vi.stubGlobal('fetch', fetch);
  await queryClient.fetchQuery(userQuery);
  expect(fetch).toHaveBeenCalledOnce();
});
