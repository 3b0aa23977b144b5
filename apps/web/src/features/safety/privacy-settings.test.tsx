// @vitest-environment happy-dom

import { setTimeout as sleep } from 'node:timers/promises';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { PrivacySettings } from './privacy-settings.tsx';

it('a switch that could not be saved without a network goes back, and stays where it is', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { member_resell: false });
  vi.stubGlobal('fetch', async () => Response.json({ takes_openers: true, invisible: false, premium: true }));
  const root = createRoot(document.body);
  onTestFinished(() => {
    root.unmount();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <PrivacySettings />
      </I18nProvider>
    </QueryClientProvider>,
  );
  const openers = () => document.querySelectorAll<HTMLInputElement>('[role=switch]')[1];
  await vi.waitFor(() => expect(openers()?.checked ?? openers()?.ariaChecked).toBeTruthy());
  const before = openers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  before?.click();
  await sleep(200);
  expect(openers()).toBe(before);
  expect(queryClient.getQueryData(keys.openers)).toMatchObject({ takes_openers: true });
});
