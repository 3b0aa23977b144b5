// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPageHook } from '../testing/render-page.tsx';
import { useEndedElsewhere } from './ended-elsewhere.ts';
import { keys, queryClient } from './query.ts';
import { endOwnSession, useSessionUpkeep } from './session.ts';
import { LOG_OUT_DUE, rememberSignedIn } from './signed-in.ts';
import type { UserState } from './user-state.ts';

const member = { user: { id: 'm', status: 'active' }, version: { epoch: 'e', n: 1 } } as unknown as UserState;

// Not cleaned up: the wipe runs a moment later, maybe after the test.
Object.assign(globalThis, { indexedDB: { databases: async () => [] } });

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

/** Opens a page; answers whether its login form would mention a session ended elsewhere. */
function page() {
  const { result } = renderPageHook(() => {
    useSessionUpkeep();
    return useEndedElsewhere() ? 'told' : 'silent';
  });
  return () => result.current;
}

it('informs the member on a page that was closed as the session ended', async () => {
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, null);
  const says = page();
  await expect.poll(says).toBe('told');
});

it('informs a member who logged in on a page that slept as the session ended', async () => {
  const says = page();
  queryClient.setQueryData(keys.user, member);
  await vi.waitUntil(() => localStorage.getItem('signed-in') === '1');
  queryClient.setQueryData(keys.user, null);
  await expect.poll(says).toBe('told');
  expect(localStorage.getItem('signed-in')).not.toBe('1');
});

it('stays silent when the member ended the session here', async () => {
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, null);
  const says = page();
  await expect.poll(says).toBe('told');
  endOwnSession();
  await expect.poll(says).toBe('silent');
});

it.each([
  ['a member whose log-out here was interrupted', () => rememberSignedIn('leaving')],
  [
    'a member who logged out here offline',
    () => {
      rememberSignedIn('1');
      localStorage.setItem(LOG_OUT_DUE, '1');
    },
  ],
  ['a visitor', () => {}],
])('shows nothing to %s', async (_, before) => {
  before();
  queryClient.setQueryData(keys.user, null);
  const says = page();
  await vi.waitUntil(() => localStorage.getItem('signed-in') !== '1');
  expect(says()).toBe('silent');
});
