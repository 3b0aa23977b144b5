// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { useEndedElsewhere } from './ended-elsewhere.ts';
import { keys, queryClient } from './query.ts';
import { endOwnSession, useSessionUpkeep } from './session.ts';
import { LOG_OUT_DUE, rememberSignedIn } from './signed-in.ts';
import type { UserState } from './user-state.ts';

const member = { user: { id: 'm', status: 'active' }, version: { epoch: 'e', n: 1 } } as unknown as UserState;

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  vi.stubGlobal('indexedDB', { databases: async () => [] });
});

/** A page that says whether its login form would tell of an end from elsewhere. */
async function page(): Promise<{ says: () => string | null; close: () => void }> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  await vi.waitUntil(() => place.textContent);
  return { says: () => place.textContent, close: () => root.unmount() };
}

function Page() {
  useSessionUpkeep();
  return useEndedElsewhere() ? 'told' : 'silent';
}

it('tells who comes back to a page that was closed as their session ended', async () => {
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, null);
  const { says, close } = await page();
  await expect.poll(says).toBe('told');
  close();
});

it('tells who logged in on a page that then slept as their session ended', async () => {
  const { says, close } = await page();
  queryClient.setQueryData(keys.user, member);
  await vi.waitUntil(() => localStorage.getItem('signed-in') === '1');
  queryClient.setQueryData(keys.user, null);
  await expect.poll(says).toBe('told');
  expect(localStorage.getItem('signed-in')).not.toBe('1');
  close();
});

it('tells nothing to who ended it here themselves, when the server said so before its answer', async () => {
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, null);
  const { says, close } = await page();
  await expect.poll(says).toBe('told');
  endOwnSession();
  await expect.poll(says).toBe('silent');
  close();
});

it.each([
  ['who logged out here, and was not through with it', () => rememberSignedIn('leaving')],
  [
    'who logged out here without a network',
    () => {
      rememberSignedIn('1');
      localStorage.setItem(LOG_OUT_DUE, '1');
    },
  ],
  ['a visitor', () => {}],
])('tells nothing to %s', async (_, before) => {
  before();
  queryClient.setQueryData(keys.user, null);
  const { says, close } = await page();
  await vi.waitUntil(() => localStorage.getItem('signed-in') !== '1');
  expect(says()).toBe('silent');
  close();
});
