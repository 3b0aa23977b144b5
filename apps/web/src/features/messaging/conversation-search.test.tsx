// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ConversationSearch } from './conversation-search.tsx';

const status = () => document.querySelector('[role=status]')?.textContent;
const further = () =>
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'Search further back');

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

it('who searches further back keeps the focus on what they pressed while it is on its way', async () => {
  const hit = { conversation: 'c', seq: 1, sender: 'me', at: 0, snippet: 'tea' };
  const first = { people: [], chats: [], hits: Array.from({ length: 8 }, () => hit), next: 'x' };
  const later = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('before=x')) return later.promise;
    return Response.json(path.includes('before=y') ? { ...first, next: undefined } : first);
  });
  search();
  await vi.waitUntil(further);
  const button = further();
  button?.focus();
  button?.click();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(button);
  later.resolve(Response.json({ people: [], chats: [], hits: [hit], next: 'y' }));
  await expect.poll(status).toBe('9 results');
  expect(document.activeElement).toBe(button);
  button?.click();
  await expect.poll(further).toBeUndefined();
  await expect.poll(() => document.activeElement?.tagName).toBe('SECTION');
});
