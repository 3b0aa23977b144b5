// @vitest-environment happy-dom

import { setTimeout as sleep } from 'node:timers/promises';
import type { Chat } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { rememberSignedIn } from '../../client/signed-in.ts';
import { ConversationList } from './conversation-list.tsx';
import { putBack } from './drafts.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';
import { setOutbox } from './outbox/use-outbox.ts';

const chat = {
  conversation: { id: 'c1' },
  profile: { id: 'p1', name: 'Ada', age: 30, fictional: false },
  num_unread_messages: 0,
  lastAt: 0,
  preview: 'Hello',
} as unknown as Chat;
/** The list of a member with this conversation. */
function draw() {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { cdn_prefix: '', chat_history_days: 365 });
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  const root = createRoot(document.body);
  onTestFinished(() => {
    root.unmount();
    vi.unstubAllGlobals();
    queryClient.clear();
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <ConversationList />
      </I18nProvider>
    </QueryClientProvider>,
  );
}
const pressed = (words: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === words)?.click();

it('older conversations that do not come are not asked for again and again, but by a press', async () => {
  queryClient.setQueryData(keys.chats, { chats: [chat], older: { before: '1:c1', unread: 1 } });
  const asked = vi.fn<(path: string) => void>();
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('older-chats')) return Response.json({});
    asked(path);
    return Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
  });
  draw();
  await vi.waitUntil(() => document.querySelector('button'));
  pressed('Unread');
  await sleep(300);
  expect(asked.mock.calls.length).toBeLessThan(3);
  const before = asked.mock.calls.length;
  pressed('Try again');
  await sleep(300);
  expect(asked).toHaveBeenCalledTimes(before + 1);
});

it.each([
  ['that something was not sent, before what is begun', ['failed'], 'Another one', 'Not sent: Words 1'],
  ['that also where something waits behind it', ['failed', 'waiting'], '', 'Not sent: Words 1'],
  ['what is begun, before what goes by itself', ['waiting'], 'Another one', 'Draft: Another one'],
  ['no draft that is the message on its way', ['waiting'], 'Words 1', 'You: Words 1'],
] as const)('a conversation tells %s', async (_, states, draft, told) => {
  localStorage.clear();
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
  await expect.poll(() => document.querySelector('[data-chat]')?.textContent).toContain(told);
});
