// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { FictionalDialog } from './fictional-dialog.tsx';

it.each([
  [undefined, 'I understand, send it', true],
  [0, 'I understand, send it', true],
  [5, 'I understand, send it · 5 credits', false],
])('what costs %s is sent by a button that says “%s”', async (credits, words, isFree) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { name: 'Heartline', fictional_message_credits: 0 });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const noop = () => {};
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <FictionalDialog name="Fia" credits={credits} onConfirm={noop} onClose={noop} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  const buttons = () => [...document.querySelectorAll('button')].map((one) => one.textContent);
  await vi.waitUntil(() => buttons().length > 1);
  expect(buttons()).toContain(words);
  expect(document.body.textContent.includes('are free')).toBe(isFree);
  root.unmount();
});
