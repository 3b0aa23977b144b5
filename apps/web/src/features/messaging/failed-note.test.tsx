// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { FailedNote } from './failed-note.tsx';
import { isFictionalConfirmed } from './fictional-confirmation.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';

const { retry } = vi.hoisted(() => ({ retry: vi.fn<(key: string, change: object) => void>() }));
vi.mock('./outbox/use-outbox.ts', () => ({ outbox: { retry } }));

const refused: OutboxEntry = {
  order: 1,
  key: 'k',
  clientId: 'k',
  kind: 'text',
  member: 'm',
  profile: 'p',
  name: 'Fia',
  conversation: 'c',
  text: 'Hello',
  credits: 0,
  fictionalConfirmed: false,
  createdAt: 0,
  state: 'failed',
  refusal: { code: 'FICTIONAL_NOT_CONFIRMED' },
};

const button = (name: string) =>
  vi.waitUntil(() => [...document.querySelectorAll('button')].find((one) => one.textContent === name));

it('asks who wrote before the profile was known to be fictional, and sends it again once they understand', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { name: 'Heartline', fictional_message_credits: 0 });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <FailedNote entry={refused} name="Fia" />
      </I18nProvider>
    </QueryClientProvider>,
  );
  (await button('Send again')).click();
  (await button('Not now')).click();
  expect(retry).not.toHaveBeenCalled();
  (await button('Send again')).click();
  (await button('I understand, send it')).click();
  expect(retry).toHaveBeenCalledExactlyOnceWith('k', { fictionalConfirmed: true });
  expect(isFictionalConfirmed('m')).toBe(true);
  root.unmount();
});
