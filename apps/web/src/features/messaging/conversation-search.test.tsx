// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ConversationSearch } from './conversation-search.tsx';

const status = () => document.querySelector('[role=status]')?.textContent;

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(() => vi.unstubAllGlobals());

function search() {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
  });
  root.render(
    <QueryClientProvider client={client}>
      <I18nProvider i18n={i18n}>
        <ConversationSearch chats={[]} question="tea" current={undefined} />
      </I18nProvider>
    </QueryClientProvider>,
  );
}

it('a search that failed is said to have failed, not to have found nothing', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'INTERNAL' } }, { status: 500 }));
  search();
  await vi.waitUntil(() => document.querySelector('.text-danger'));
  expect(status()).not.toContain('result');
  expect(status()).toBe(document.querySelector('.text-danger')?.textContent);
});
