// @vitest-environment happy-dom
import { showToast, Toasts } from '@heartline/ui';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from './query.ts';
import { endOwnSession } from './session.ts';
import type { UserState } from './user-state.ts';
import { createWatchedMap } from './watched-map.ts';

/** What a page still holds, or is still told, of a member who is signed out on it. */
const member = { user: { id: 'm', status: 'active' }, version: { epoch: 'e', n: 1 } } as unknown as UserState;

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  vi.stubGlobal('indexedDB', { databases: async () => [] });
});

it('notices that stay until they are closed go with them', async () => {
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <Toasts label="Notices" closeLabel="Close" />,
  );
  queryClient.setQueryData(keys.user, member);
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const shown = () => document.querySelectorAll('[role=alertdialog]').length;
  await showToast({ title: 'There is a decision in one of your cases', isSticky: true });
  await expect.poll(shown).toBe(1);
  endOwnSession();
  await expect.poll(shown, { timeout: 2_000 }).toBe(0);
});

it('what a page holds of their conversations goes with them: the one they wrote to may sign in next', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  queryClient.setQueryData(keys.user, member);
  const undone = createWatchedMap<string>();
  undone.set('of the two', 'words that were taken back');
  endOwnSession();
  expect(undone.get('of the two')).toBeUndefined();
});
