// @vitest-environment happy-dom

import type { ErrorCode } from '@heartline/contracts';
import { fixedWait } from '@heartline/tooling/fixed-wait';
import { fireEvent, screen } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { routed } from '../../../testing/routed.tsx';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import { RefusalNotices } from './refusal-notices.tsx';

const { outbox, front, tabs } = vi.hoisted(() => ({
  outbox: { entries: [] as readonly OutboxEntry[], listeners: new Set<() => void>() },
  front: { conversation: null as string | null, isSeen: true, listeners: new Set<() => void>() },
  tabs: { published: [] as unknown[], receiveElsewhere: (_known: unknown) => {} },
}));
vi.mock('../../../live/tabs.ts', () => ({
  openTabs: () => ({
    publish: (known: unknown) => tabs.published.push(known),
    subscribe: (listener: (known: unknown) => void) => Object.assign(tabs, { receiveElsewhere: listener }),
    close() {},
  }),
}));
vi.mock('../outbox/use-outbox.ts', async () => {
  const { useSyncExternalStore } = await import('react');
  return {
    useOutboxEntries: () =>
      useSyncExternalStore(
        (listener: () => void) => {
          outbox.listeners.add(listener);
          return () => outbox.listeners.delete(listener);
        },
        () => outbox.entries,
      ),
  };
});
vi.mock('../../../live/attention.ts', () => ({
  openConversation: () => front.conversation,
  hasAttention: () => front.isSeen,
  onAttention: (listener: () => void) => {
    front.listeners.add(listener);
    return () => front.listeners.delete(listener);
  },
}));

const written = (key: string, code?: ErrorCode, conversation = 'c'): OutboxEntry => ({
  order: 1,
  key,
  clientId: key,
  kind: 'text',
  member: 'm',
  profile: 'p',
  name: 'Ada',
  conversation,
  text: 'Hello',
  credits: 1,
  fictionalConfirmed: conversation === 'fictional',
  createdAt: 0,
  state: code ? 'failed' : 'waiting',
  ...(code && { refusal: { code } }),
});

const hold = (...entries: OutboxEntry[]) =>
  flushSync(() => {
    outbox.entries = entries;
    for (const listener of outbox.listeners) listener();
  });
const look = (conversation: string | null, isSeen = true) =>
  flushSync(() => {
    Object.assign(front, { conversation, isSeen });
    for (const listener of front.listeners) listener();
  });
const notices = () => screen.queryAllByRole('alertdialog').map((one) => one.textContent);

beforeEach(() => {
  outbox.entries = [];
  Object.assign(front, { conversation: null, isSeen: true });
  tabs.published = [];
  queryClient.setQueryData(keys.user, { user: { id: 'm' } });
});

async function open() {
  const { shown, router } = routed({ '/': () => <RefusalNotices />, '/members/$id/chat': () => null });
  renderPage(shown, { hasNotices: true, settings: { fictional_singular: '' } });
  await vi.waitUntil(() => outbox.listeners.size > 0);
  return router;
}

const BLOCKED = "Your message to Ada wasn’t sentYou're blocked by Ada. You do not have access to this page.";

it('announces a refusal once per conversation that is not open, with a link', async () => {
  const router = await open();
  hold(written('a'), written('b'), written('x', undefined, 'fictional'));
  expect(notices()).toEqual([]);
  hold(written('a', 'BLOCKED_BY'), written('b'), written('x', undefined, 'fictional'));
  await expect.poll(notices).toEqual([`${BLOCKED}Open chat`]);
  hold(
    written('a', 'BLOCKED_BY'),
    written('b', 'BLOCKED_BY'),
    written('x', 'NOT_ENOUGH_CREDITS', 'fictional'),
  );
  await expect.poll(() => notices().length).toBe(2);
  expect(notices()[0]).toContain('Your message to Ada (Fictional) wasn’t sent');
  const [, button] = screen.getAllByRole('button', { name: 'Open chat' });
  if (button) fireEvent.click(button);
  await expect.poll(() => router.state.location.pathname).toBe('/members/p/chat');
});

const NO_NOTICE = 'longer than a notification takes to appear: none does';

it('closes the notification when the refusal is resolved or the chat opened', async () => {
  await open();
  hold(written('a'), written('x', undefined, 'd'));
  hold(written('a', 'BLOCKED_BY'), written('x', 'NOT_ENOUGH_CREDITS', 'd'));
  await expect.poll(() => notices().length).toBe(2);
  hold(written('a', 'BLOCKED_BY'), written('x', undefined, 'd'));
  await expect.poll(notices).toEqual([`${BLOCKED}Open chat`]);
  look('c');
  await expect.poll(notices).toEqual([]);
  look(null);
  // Held for the same reason again, which was already announced.
  hold(written('a', 'BLOCKED_BY'), written('x', 'NOT_ENOUGH_CREDITS', 'd'));
  await fixedWait(50, NO_NOTICE);
  expect(notices()).toEqual([]);
});

it('announces no refusal from before the page opened or of the open chat', async () => {
  await open();
  look('d');
  hold(written('a', 'BLOCKED_BY'), written('x', undefined, 'd'));
  hold(written('a', 'BLOCKED_BY'), written('x', 'BLOCKED_BY', 'd'));
  await fixedWait(50, NO_NOTICE);
  expect(notices()).toEqual([]);
});

const known = (conversation: string, key: string, code: ErrorCode) => [{ conversation, key, code }];

it('closes together with the same notification of another tab', async () => {
  await open();
  hold(written('a'), written('x', undefined, 'd'));
  hold(written('a', 'BLOCKED_BY'), written('x', 'NOT_ENOUGH_CREDITS', 'd'));
  await expect.poll(() => notices().length).toBe(2);
  tabs.receiveElsewhere(known('d', 'x', 'NOT_ENOUGH_CREDITS'));
  await expect.poll(notices).toEqual([`${BLOCKED}Open chat`]);
  tabs.published = [];
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await expect.poll(notices).toEqual([]);
  expect(tabs.published).toEqual([known('c', 'a', 'BLOCKED_BY')]);
});

it('reports to other tabs which refusals the member sees in the chat', async () => {
  await open();
  hold(written('a'), written('x', undefined, 'd'));
  look('c', false);
  hold(written('a', 'BLOCKED_BY'), written('x', undefined, 'd'));
  expect(tabs.published).toEqual([]);
  look('c');
  expect(tabs.published).toEqual([known('c', 'a', 'BLOCKED_BY')]);
});

it('announces nothing already seen in another tab, even if that is known first', async () => {
  await open();
  hold(written('a'), written('x', undefined, 'd'));
  tabs.receiveElsewhere(known('c', 'a', 'BLOCKED_BY'));
  hold(written('a', 'BLOCKED_BY'), written('x', 'NOT_ENOUGH_CREDITS', 'd'));
  await expect.poll(() => notices().length).toBe(1);
  expect(notices()[0]).toContain('enough credits to send');
  await fixedWait(50, NO_NOTICE);
  expect(notices().length).toBe(1);
});

it('announces another refusal after the notification was closed', async () => {
  await open();
  hold(written('a'), written('b'));
  hold(written('a', 'BLOCKED_BY'), written('b'));
  await expect.poll(notices).toEqual([`${BLOCKED}Open chat`]);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await expect.poll(notices).toEqual([]);
  hold(written('a', 'BLOCKED_BY'), written('b', 'BLOCKED_BY'));
  await expect.poll(notices).toEqual([`${BLOCKED}Open chat`]);
});

it('says that a message held for the member’s own limit goes out by itself', async () => {
  await open();
  const limited: OutboxEntry = {
    ...written('a', 'SPENDING_LIMIT'),
    state: 'held',
    refusal: { code: 'SPENDING_LIMIT', values: { limit: 5, period: 'day' } },
  };
  hold(written('a'), written('x', undefined, 'd'));
  hold(limited, written('x', 'SPENDING_LIMIT', 'd'));
  await expect.poll(() => notices().length).toBe(2);
  const [passed, held] = notices();
  expect(held).toMatch(
    /^Your message to Ada wasn’t sent.*It’ll be sent automatically once your limit allows it\./,
  );
  expect(passed).not.toContain('automatically');
});
