// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../client/query.ts';
import { OneTimeLinkPage } from './one-time-link-page.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => ({ token: 'a'.repeat(43) }),
  Navigate: ({ to }: { to: string }) => `on to ${to}`,
}));

it('a link that could not be asked about is not called expired, and is asked about again by a press', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const root = createRoot(document.body);
  onTestFinished(() => {
    root.unmount();
    vi.unstubAllGlobals();
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <OneTimeLinkPage />
      </I18nProvider>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain('Try again'));
  expect(document.body.textContent).not.toContain('expired');
  vi.stubGlobal('fetch', async () => Response.json({ kind: 'activation' }));
  document.querySelector('button')?.click();
  await vi.waitFor(() => expect(document.body.textContent).toBe('on to /activate'));
});
