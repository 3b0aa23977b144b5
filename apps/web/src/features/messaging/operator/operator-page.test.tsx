// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { OperatorPage } from './operator-page.tsx';

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

it('asks nobody to sign in before the server has said that nobody is', async () => {
  let answer = async () => new Response('<html>', { status: 500 });
  vi.stubGlobal('fetch', () => answer());
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const root = createRoot(document.body);
  onTestFinished(() => {
    root.unmount();
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <OperatorPage languageMenu={null} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  const again = await vi.waitUntil(() => button('Try again'));
  expect(button('Sign in')).toBeUndefined();
  answer = async () =>
    Response.json(
      { authentication_required: true, error: { code: 'AUTHENTICATION_REQUIRED' } },
      { status: 403 },
    );
  again.click();
  await vi.waitUntil(() => button('Sign in'));
  expect(button('Try again')).toBeUndefined();
});
