// @vitest-environment happy-dom

import type { Chat } from '@heartline/contracts';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { fireEvent, screen } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { rememberSignedIn } from '../../client/signed-in.ts';
import { emitLive } from '../../live/bus.ts';
import { openMenu } from '../../testing/open-menu.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ConversationList } from './conversation-list.tsx';
import { putBack } from './drafts.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { setOutbox } from './outbox/use-outbox.ts';
import { followTyping } from './typing/typing.ts';

const chat = {
  conversation: { id: 'c1' },
  profile: { id: 'p1', name: 'Ada', age: 30, fictional: false },
  num_unread_messages: 0,
  lastAt: 0,
  preview: 'Hello',
} as unknown as Chat;
/** Renders the list of a member, with this conversation open. */
function draw({ current, hasNotices = false }: { current?: string | undefined; hasNotices?: boolean } = {}) {
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  queryClient.setQueryData(keys.likes, { profiles: [], liked_by: [], given: [], matches: [] });
  renderPage(<ConversationList current={current} />, {
    settings: { cdn_prefix: '', chat_history_days: 365 },
    hasNotices,
  });
}

it('shows a progress indicator while the list loads for the first time [S2-016 S2-018 S7-026]', async () => {
  const held = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('/chats.php')) return Response.json({});
    await held.promise;
    return Response.json({ chats: [chat], older: null, version: { epoch: 'e', n: 1 } });
  });
  draw();
  const progress = await screen.findByRole('progressbar', { name: 'Loading your chats' });
  expect(screen.queryByText('Ada')).toBeNull();
  held.resolve();
  await screen.findByText('Ada');
  expect(progress.isConnected).toBe(false);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('does not retry older conversations by itself after they failed', async () => {
  queryClient.setQueryData(keys.chats, { chats: [chat], older: { before: '1:c1', unread: 1 } });
  const asked = vi.fn<(path: string) => void>();
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('older-chats')) return Response.json({});
    asked(path);
    return Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
  });
  draw();
  fireEvent.click(screen.getByRole('button', { name: 'Unread' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  await fixedWait(300, 'longer than a repeat by itself would take');
  expect(asked.mock.calls.length).toBeLessThan(3);
  const before = asked.mock.calls.length;
  fireEvent.click(again);
  await expect.poll(() => asked.mock.calls.length).toBe(before + 1);
  await fixedWait(300, 'longer than a repeat by itself would take');
  expect(asked).toHaveBeenCalledTimes(before + 1);
});

it.each([
  ['a link to find members when no conversation is open', undefined, 1],
  ['no link beside an open conversation', 'c1', 0],
])('shows in an empty list %s', async (_, current, ways) => {
  queryClient.setQueryData(keys.chats, { chats: [], older: null });
  draw({ current });
  await screen.findByText('No messages yet');
  expect(screen.queryAllByRole('link', { name: 'Find someone to write to' })).toHaveLength(ways);
});

it('does not render unchanged rows again when the list renders', async () => {
  let drawn = 0;
  const watched = Object.defineProperty({ ...chat }, 'preview', {
    enumerable: true,
    get: () => {
      drawn += 1;
      return 'Hello';
    },
  });
  const other = { ...chat, conversation: { id: 'c2' } };
  queryClient.setQueryData(keys.chats, { chats: [watched, other], older: null });
  draw();
  await screen.findByText('Ada');
  await fixedWait(50, 'no event says that the first renders are over');
  const before = drawn;
  expect(before).toBeGreaterThan(0);
  // A muted conversation adds a filter to the list.
  queryClient.setQueryData(keys.chats, {
    chats: [watched, { ...other, mute: { on: true, rev: 1 } }],
    older: null,
  });
  await screen.findByRole('button', { name: 'Muted' });
  expect(drawn).toBe(before);
});

/** The menu that a long press opened. */
const heldMenu = () => document.querySelector('[role=menu][popover=manual]');

it('opens the menu on a long press, and not the conversation on release', async () => {
  HTMLElement.prototype.showPopover ??= () => {};
  queryClient.setQueryData(keys.chats, { chats: [chat], older: null });
  draw();
  const row = screen.getByText('Ada');
  fireEvent.pointerDown(row, { pointerType: 'touch' });
  await expect.poll(() => heldMenu()?.textContent).toContain('Remove chat');
  expect(fireEvent.contextMenu(row)).toBe(false);
  fireEvent.pointerUp(row, { pointerType: 'touch' });
  expect(fireEvent.click(row, { detail: 1 })).toBe(false);
});

/** Time until a notification hides by itself. */
const SOON = { timeout: 4_000 };

it('mutes a conversation from its menu and unmutes it from the notification', async () => {
  queryClient.setQueryData(keys.chats, { chats: [{ ...chat, num_unread_messages: 2 }], older: null });
  HTMLElement.prototype.hidePopover ??= () => {};
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { body = '{}' }: { body?: string } = {}) => {
    if (!path.includes('mute.php')) return Response.json({});
    const input = JSON.parse(body) as { on: boolean };
    asked.push(input);
    return Response.json({ mute: { on: input.on, rev: asked.length } });
  });
  draw({ hasNotices: true });
  openMenu(/chat with Ada/);
  fireEvent.click(screen.getByText('Mute'));
  const row = () => document.querySelector('[data-chat]');
  await expect.poll(() => row()?.querySelector('[aria-label=Muted]')).not.toBeNull();
  expect(row()?.textContent).toContain('2 unread messages');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await expect.poll(() => row()?.querySelector('[aria-label=Muted]')).toBeNull();
  expect(asked).toEqual([true, false].map((on) => ({ conversation: 'c1', on })));
  // A notification that no longer holds is replaced.
  const shown = () => screen.queryAllByText(/messages from Ada/).map(({ textContent }) => textContent);
  await expect.poll(shown, SOON).toEqual(['You’ll get notifications about messages from Ada again.']);
  fireEvent.click(screen.getByText('Mute'));
  await expect
    .poll(shown, SOON)
    .toEqual(['Muted. You won’t get notifications or e-mails about messages from Ada.']);
});

it('shows muted conversations alone, and offers the filter while one is muted', async () => {
  const muted = { ...chat, mute: { on: true, rev: 1 } };
  const other = { ...chat, conversation: { id: 'c2' }, profile: { ...chat.profile, id: 'p2', name: 'Bea' } };
  const list = (first: Chat) =>
    flushSync(() => queryClient.setQueryData(keys.chats, { chats: [first, other], older: null }));
  list(chat);
  draw();
  const filter = () => screen.queryByRole('button', { name: 'Muted' });
  expect(filter()).toBeNull();
  list(muted);
  await expect.poll(filter).not.toBeNull();
  fireEvent.click(filter() as HTMLElement);
  await expect.poll(() => document.querySelectorAll('[data-chat]').length).toBe(1);
  // The last muted conversation is unmuted: the filter stays, shows that it is empty, and keeps the focus.
  document.querySelector<HTMLElement>('[data-chat] a')?.focus();
  list(chat);
  await screen.findByText('No muted chats');
  await expect.poll(() => document.activeElement?.textContent).toBe('Show all chats');
  expect(filter()?.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Show all chats' }));
  await expect.poll(filter).toBeNull();
});

it('opens no menu when a finger scrolls or a mouse presses', async () => {
  queryClient.setQueryData(keys.chats, { chats: [chat], older: null });
  draw();
  const row = screen.getByText('Ada');
  fireEvent.pointerDown(row, { pointerType: 'touch', clientY: 10 });
  fireEvent.pointerMove(row, { pointerType: 'touch', clientY: 40 });
  fireEvent.pointerDown(row, { pointerType: 'mouse' });
  await fixedWait(500, 'longer than a long press: no menu opens');
  expect(heldMenu()).toBeNull();
  expect(fireEvent.contextMenu(row)).toBe(true);
});

it.each([
  ['a failed message instead of a draft', ['failed'], 'Another one', 'Not sent: Words 1'],
  ['a failed message when another one waits behind it', ['failed', 'waiting'], '', 'Not sent: Words 1'],
  ['a draft instead of a waiting message', ['waiting'], 'Another one', 'Draft: Another one'],
  ['a waiting message instead of a draft with the same text', ['waiting'], 'Words 1', 'You: Words 1'],
] as const)('shows in a conversation row %s', async (_, states, draft, shown) => {
  rememberSignedIn('1');
  const entries = states.map(
    (state, n) =>
      ({
        key: `k${n}`,
        kind: 'text',
        text: `Words ${n + 1}`,
        conversation: 'c1',
        credits: 1,
        state,
      }) as OutboxEntry,
  );
  setOutbox(
    Promise.resolve({ entries: () => entries, subscribe: () => () => {} } as Partial<Outbox> as Outbox),
  );
  queryClient.setQueryData(keys.chats, { chats: [chat], older: null });
  putBack('me', 'c1', draft);
  draw();
  onTestFinished(() => setOutbox(undefined));
  await expect.poll(() => document.querySelector('[data-chat]')?.textContent).toContain(shown);
});

it.each([
  ['offers the muted filter when a conversation not loaded yet is muted', true],
  ['offers no muted filter when no conversation is muted', undefined],
])('%s', (_, muted) => {
  const older = { before: '1:c1', unread: 0, ...(muted && { muted }) };
  queryClient.setQueryData(keys.chats, { chats: [chat], older });
  draw();
  expect(screen.queryByRole('button', { name: 'Muted' }) !== null).toBe(muted === true);
});

it.each([
  ['“Typing…” in the row of a member who types', undefined, true],
  ['no “Typing…” in the row of the open conversation', 'c1', false],
])('shows %s', async (_, current, isShown) => {
  onTestFinished(followTyping());
  queryClient.setQueryData(keys.chats, { chats: [{ ...chat, lastAt: Date.now() }], older: null });
  draw({ current });
  await screen.findByText('Hello');
  flushSync(() => emitLive('conversation:typed', { conversation: 'c1', profile: 'p1' }));
  expect(screen.queryByText('Typing…') !== null).toBe(isShown);
  expect(screen.queryByText('Hello') !== null).toBe(!isShown);
});

it.each([
  ['me', 'unsent', 'You took this message back'],
  ['p1', 'unsent', 'Ada took this message back'],
  ['p1', 'recalled', 'Ada took this photo back'],
  // Taken back before it was seen.
  ['p1', 'unsent', 'Ada took this photo back', 'photo'],
  ['p1', 'unsent', 'Ada took this gift back', 'gift'],
  ['me', 'unsent', 'You took this gift back', 'gift'],
  ['p1', 'removed', 'This message was removed'],
  ['p1', undefined, 'This message was deleted'],
] as const)(
  'shows why the last message of %s is gone (%s)',
  (previewSender, previewGone, shown, previewKind?: string) => {
    const gone = {
      ...chat,
      lastAt: Date.now(),
      preview: '',
      previewSender,
      ...(previewGone && { previewGone }),
      ...(previewKind && { previewKind }),
    };
    queryClient.setQueryData(keys.chats, { chats: [gone], older: null });
    draw();
    expect(screen.getByText(shown)).toBeTruthy();
  },
);
