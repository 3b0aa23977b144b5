// @vitest-environment happy-dom
import { createMemoryHistory } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { discountCodeOf } from '../../testing/discount-code.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { TimeBonusModal } from './time-bonus-modal.tsx';

const ID = 'a'.repeat(24);
const HOUR_MS = 3_600_000;

interface Member {
  credits?: number;
  paid_user?: boolean;
  /** Time left of the bonus. */
  left?: number;
}

/** Opens the page at this address for a member; returns its router, and how to leave it. */
async function open(path: string, { credits = 0, paid_user = false, left = 3 * HOUR_MS }: Member = {}) {
  // Only these: the dialog loads as a part of its own, by real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  queryClient.setQueryData(keys.user, { user: { id: 'm', credits, paid_user } });
  queryClient.setQueryData(keys.timeBonus, discountCodeOf({ expires: Date.now() + left }));
  const history = createMemoryHistory({ initialEntries: [path] });
  const { router, shown } = routed({ '/$': TimeBonusModal }, history);
  const { unmount } = renderPage(shown);
  await act(() => router.load());
  return { router, unmount };
}

const dialog = () => screen.queryByRole('dialog', { name: 'Your welcome bonus' });
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** The dialog's part is loaded, so that its absence is a fact. */
const isLoaded = () => import('./time-bonus-dialog.tsx');

it.each(['/members', `/members/${ID}`, '/chats', '/likes', `/likes/m/${ID}`, '/premium'])(
  'opens 40 s after a member without credits entered %s, and not at 39 s [S4-045 S9-014]',
  async (path) => {
    await isLoaded();
    await open(path);
    await passes(39_999);
    expect(dialog()).toBeNull();
    await passes(1);
    await vi.waitFor(() => expect(dialog()).toBeTruthy());
  },
);

it.each<[string, string, Member]>([
  ['outside the members area', '/credits', {}],
  ['to a member with credits [S4-046 S9-015]', '/members', { credits: 1 }],
  ['to a member who has paid', '/members', { paid_user: true }],
  ['after the bonus has ended', '/members', { left: 0 }],
])('does not open %s', async (_, path, member) => {
  await isLoaded();
  await open(path, member);
  await passes(120_000);
  expect(dialog()).toBeNull();
});

it('starts the 40 s again when the member leaves the area, but not within it', async () => {
  await isLoaded();
  const { router } = await open('/members');
  await passes(30_000);
  await act(() => router.navigate({ href: '/likes' }));
  await passes(9_000);
  expect(dialog()).toBeNull();
  await act(() => router.navigate({ href: '/credits' }));
  await passes(5_000);
  await act(() => router.navigate({ href: '/chats' }));
  await passes(39_000);
  expect(dialog()).toBeNull();
  await passes(1_000);
  await vi.waitFor(() => expect(dialog()).toBeTruthy());
});

it('stays away once dismissed, also on the next page load [S3-227 S4-047 S4-048]', async () => {
  await isLoaded();
  const { unmount } = await open('/members');
  await passes(40_000);
  await vi.waitFor(() => expect(dialog()).toBeTruthy());
  const dismissedAt = Date.now();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(dialog()).toBeNull());
  expect(localStorage.getItem('hide-time-bonus-modal')).toBe(String(dismissedAt));
  unmount();
  await open('/members');
  await passes(120_000);
  expect(dialog()).toBeNull();
});
