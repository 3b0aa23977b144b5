// @vitest-environment happy-dom
import { DEFAULT_NOTIFICATIONS } from '@heartline/domain';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { emitLive } from '../../../live/bus.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { routed } from '../../../testing/routed.tsx';
import { MessageNotices } from './message-notices.tsx';

const { front } = vi.hoisted(() => ({ front: { has: true, conversation: null as string | null } }));
vi.mock('../../../live/attention.ts', async (load) => ({
  ...(await load<object>()),
  hasAttention: () => front.has,
  isReading: (id: string) => front.has && front.conversation === id,
}));
const { device } = vi.hoisted(() => ({ device: { isSoundOn: false, isPushed: false, sounds: 0 } }));
vi.mock('../../../client/message-sound.ts', () => ({
  isSoundOn: () => device.isSoundOn,
  playSound: async () => void device.sounds++,
}));
vi.mock('../../../client/notices.ts', async (load) => ({
  ...(await load<object>()),
  isPushedHere: async () => device.isPushed,
}));

const people = [
  { id: 'ada', name: 'Ada', fictional: true },
  { id: 'ben', name: 'Ben', fictional: false },
  { id: 'cy', name: 'Cy', fictional: false },
  { id: 'dee', name: 'Dee', fictional: false },
];

/** Sets the conversation list of the first `of` members with these unread counts. */
function list(
  unread: Record<string, number> = { ada: 1, ben: 1, cy: 1, dee: 1 },
  { of, last = {} }: { of?: number | undefined; last?: Record<string, object> } = {},
): void {
  queryClient.setQueryData(keys.chats, {
    chats: people.slice(0, of).map((profile) => ({
      conversation: { id: profile.id },
      profile,
      num_unread_messages: unread[profile.id] ?? 0,
      lastSeq: 6,
      lastAt: 1_000,
      ...last[profile.id],
    })),
  });
}

const settings = (own: Partial<typeof DEFAULT_NOTIFICATIONS>) =>
  queryClient.setQueryData(keys.notifications, { settings: { ...DEFAULT_NOTIFICATIONS, ...own } });

function open(path: string, listed?: number) {
  const Page = () => <MessageNotices />;
  const { shown, router } = routed(
    { '/members': Page, '/chats': Page, '/chats/$id': Page },
    createMemoryHistory({ initialEntries: [path] }),
  );
  renderPage(shown, { hasNotices: true, settings: { fictional_singular: '' } });
  list(undefined, { of: listed });
  settings({});
  return router;
}

const write = (from: string, seq = 7, sender = from) =>
  emitLive('message:created', { message: { conversation: from, sender, seq }, profile: from } as never);
const spoken = () => document.querySelector('[aria-live=polite]')?.textContent ?? '';
const notices = () => screen.queryAllByRole('alertdialog').map((one) => one.textContent);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(front, { has: true, conversation: null });
  Object.assign(device, { isSoundOn: false, isPushed: false, sounds: 0 });
});

it('announces senders of other conversations on chat pages, batched over seconds', async () => {
  open('/chats/ben');
  front.conversation = 'ben';
  await vi.waitUntil(() => document.querySelector('[aria-live=polite]'));
  write('ada');
  write('ada');
  write('ben');
  write('cy', 8, 'me');
  await pass(1_100);
  await expect.poll(spoken).toBe('New message from Ada (Fictional)');
  write('cy');
  write('dee');
  await pass(3_000);
  expect(spoken()).not.toContain('Cy');
  await pass(2_100);
  await expect.poll(spoken).toBe('New messages from Cy and Dee');
  await pass(4_100);
  await expect.poll(spoken).toBe('');
  expect(notices()).toEqual([]);
});

it('announces nothing of a muted conversation, by speech or notification', async () => {
  const muted = { last: { ada: { mute: { on: true, rev: 1 } } } };
  const router = open('/chats');
  await vi.waitUntil(() => document.querySelector('[aria-live=polite]'));
  list(undefined, muted);
  write('ada');
  write('ben');
  await pass(1_100);
  await expect.poll(spoken).toBe('New message from Ben');
  await pass(6_000);
  await router.navigate({ to: '/members' });
  write('ada');
  await pass(6_000);
  expect(notices()).toEqual([]);
});

it('announces nothing that was read meanwhile or while the page has no focus', async () => {
  open('/chats');
  await vi.waitUntil(() => document.querySelector('[aria-live=polite]'));
  write('ada');
  list({ ben: 1 });
  await pass(1_100);
  front.has = false;
  write('ben');
  await pass(6_000);
  expect(spoken()).toBe('');
});

it('announces new messages found after a disconnect, but no reappeared chats', async () => {
  open('/chats', 2);
  await vi.waitUntil(() => document.querySelector('[aria-live=polite]'));
  const later = { lastSeq: 9, lastAt: 2_000 };
  const found = () => list({ ada: 3, ben: 1, cy: 2, dee: 1 }, { last: { ada: later, cy: later } });
  found();
  await pass(1_100);
  await expect.poll(spoken).toBe('New messages from Ada (Fictional) and Cy');
  found();
  await pass(4_100);
  await expect.poll(spoken).toBe('');
  await pass(2_000);
  // Long enough for an announcement to render.
  await pass(200);
  expect(spoken()).toBe('');
});

it('shows one notification at a time on other pages, which opens the chat', async () => {
  const router = open('/members');
  await vi.waitUntil(() => document.querySelector('[aria-live=polite]'));
  write('ben');
  await pass(1_100);
  await expect.poll(notices).toEqual(['New message from BenOpen chat']);
  for (const { id } of people) write(id);
  await pass(5_100);
  await expect.poll(notices).toEqual(['New messages in 4 chatsAll messages']);
  write('ada');
  await pass(5_100);
  await expect.poll(notices).toEqual(['New message from Ada (Fictional)Open chat']);
  fireEvent.click(screen.getByRole('button', { name: 'Open chat' }));
  await expect.poll(() => router.state.location.pathname).toBe('/chats/ada');
  expect(spoken()).toBe('');
});

it.each([
  ['no pushes of messages', { push: { ...DEFAULT_NOTIFICATIONS.push, new_messages: false } }, 7, false],
  [
    'no pushes of messages, but this is a new conversation',
    { push: { ...DEFAULT_NOTIFICATIONS.push, new_messages: false } },
    1,
    true,
  ],
  ['quiet hours', { quiet_hours: { from: '00:00', to: '23:59', time_zone: 'UTC' } }, 7, false],
] as const)('follows the notification settings of the member: %s', async (_, own, seq, isShown) => {
  vi.setSystemTime(Date.UTC(2026, 5, 15, 12));
  open('/members');
  settings(own);
  await vi.waitUntil(() => document.querySelector('[aria-live=polite]'));
  write('ben', seq);
  await pass(2_000);
  // Long enough for a notification to render.
  await pass(200);
  expect(notices()).toHaveLength(isShown ? 1 : 0);
});

const NO_PUSHES = { push: { ...DEFAULT_NOTIFICATIONS.push, new_messages: false } };
const QUIET = { quiet_hours: { from: '00:00', to: '23:59', time_zone: 'UTC' } };

it.each([
  ['another conversation', {}, {}, {}, true],
  ['sound off', { isSoundOn: false }, {}, {}, false],
  ['conversation on the screen', {}, { conversation: 'ben' }, {}, false],
  ['open conversation in a page without focus', {}, { conversation: 'ben', has: false }, {}, true],
  ['page without focus, with a push', { isPushed: true }, { has: false }, {}, false],
  ['page with focus, where no push comes', { isPushed: true }, {}, {}, true],
  ['no pushes of messages', {}, {}, NO_PUSHES, false],
  ['quiet hours', {}, {}, QUIET, false],
] as const)('plays the sound for a message if it is on: %s', async (_, here, where, own, isPlayed) => {
  vi.setSystemTime(Date.UTC(2026, 5, 15, 12));
  open('/chats');
  settings(own);
  await vi.waitUntil(() => document.querySelector('[aria-live=polite]'));
  Object.assign(device, { isSoundOn: true }, here);
  Object.assign(front, where);
  write('ben');
  write('ben', 8);
  await pass(2_000);
  expect(device.sounds).toBe(isPlayed ? 1 : 0);
});

it('plays no sound for a muted conversation or messages read elsewhere', async () => {
  open('/chats');
  await vi.waitUntil(() => document.querySelector('[aria-live=polite]'));
  device.isSoundOn = true;
  list({ ben: 0, ada: 1 }, { last: { ada: { mute: { on: true, rev: 1 } } } });
  write('ben');
  write('ada');
  await pass(2_000);
  expect(device.sounds).toBe(0);
});
