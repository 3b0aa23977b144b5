// @vitest-environment happy-dom
import { showToast } from '@heartline/ui';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { keys, queryClient } from './query.ts';
import { endOwnSession } from './session.ts';
import { rememberSignedIn } from './signed-in.ts';
import type { UserState } from './user-state.ts';
import { createWatchedMap } from './watched-map.ts';

/** The data a page holds of a member, and events that still arrive, after they signed out on it. */
const member = { user: { id: 'm', status: 'active' }, version: { epoch: 'e', n: 1 } } as unknown as UserState;

// Not cleaned up: the wipe runs a moment later, maybe after the test.
Object.assign(globalThis, { indexedDB: { databases: async () => [] } });

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});

it('removes toasts that stay until they are closed', async () => {
  renderPage(null, { hasNotices: true });
  queryClient.setQueryData(keys.user, member);
  const shown = () => screen.queryAllByRole('alertdialog').length;
  await showToast({ title: 'There’s a decision in one of your cases', isSticky: true });
  await expect.poll(shown).toBe(1);
  endOwnSession();
  await expect.poll(shown).toBe(0);
});

it('removes conversations, since the other member may sign in next', () => {
  queryClient.setQueryData(keys.user, member);
  const undone = createWatchedMap<string>();
  undone.set('of the two', 'words that were taken back');
  endOwnSession();
  expect(undone.get('of the two')).toBeUndefined();
});

it('removes notifications and ends push, even after a visit without a page', async () => {
  const shown = new Set(['one', 'two']);
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  const clearAppBadge = vi.fn<() => Promise<void>>(async () => undefined);
  const registration = {
    getNotifications: async () => [...shown].map((one) => ({ close: () => shown.delete(one) })),
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration }, clearAppBadge });
  rememberSignedIn('1');
  endOwnSession();
  await expect.poll(() => shown.size).toBe(0);
  await expect.poll(() => unsubscribe.mock.calls.length).toBeGreaterThan(0);
  expect(clearAppBadge).toHaveBeenCalled();
  vi.unstubAllGlobals();
});
