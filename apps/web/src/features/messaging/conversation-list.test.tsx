// @vitest-environment happy-dom

import { setTimeout as sleep } from 'node:timers/promises';
import type { Chat } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { ConversationList } from './conversation-list.tsx';

const chat = {
  conversation: { id: 'c1' },
  profile: { id: 'p1', name: 'Ada', age: 30, fictional: false },
  num_unread_messages: 0,
  lastAt: 0,
  preview: 'Hello',
} as unknown as Chat;
const pressed = (words: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === words)?.click();

it('older conversations that do not come are not asked for again and again, but by a press', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { cdn_prefix: '', chat_history_days: 365 });
  queryClient.setQueryData(keys.user, { user: { id: 'me', status: 'active' }, version: {} });
  queryClient.setQueryData(keys.chats, { chats: [chat], older: { before: '1:c1', unread: 1 } });
  const asked = vi.fn<(path: string) => void>();
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('older-chats')) return Response.json({});
    asked(path);
    return Response.json({ error: { code: 'INTERNAL' } }, { status: 500 });
  });
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
  await vi.waitUntil(() => document.querySelector('button'));
  pressed('Unread');
  await sleep(300);
  expect(asked.mock.calls.length).toBeLessThan(3);
  const before = asked.mock.calls.length;
  pressed('Try again');
  await sleep(300);
  expect(asked).toHaveBeenCalledTimes(before + 1);
});
