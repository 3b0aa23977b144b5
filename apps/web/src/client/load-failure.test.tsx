// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { LoadFailure } from './load-failure.tsx';

it('keeps the place of the keyboard when it is asked again and goes', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const retry = vi.fn<() => void>();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const page = (isAsked: boolean) => (
    <I18nProvider i18n={i18n}>
      <main tabIndex={-1}>
        {isAsked || <LoadFailure error={new ApiError(0, { code: 'UNAVAILABLE' })} onRetry={retry} />}
      </main>
    </I18nProvider>
  );
  root.render(page(false));
  const button = await vi.waitUntil(() => document.querySelector('button'));
  button.focus();
  button.click();
  expect(retry).toHaveBeenCalledOnce();
  root.render(page(true));
  await vi.waitUntil(() => !document.querySelector('button'));
  expect(document.activeElement).toBe(document.querySelector('main'));
  root.unmount();
});
