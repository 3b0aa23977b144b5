// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { serverNow } from '../../../client/clock.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { SheetSend } from './sheet-send.tsx';

it('says that the member paused their spending before something is sent', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { message_length: 200 });
  queryClient.setQueryData(keys.messagePrice('p'), {
    message_credits: 1,
    may_open: true,
    pausedUntil: serverNow() + 3_600_000,
    limit: null,
  });
  createRoot(document.body).render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <SheetSend
          profile={{ id: 'p', name: 'Ada' }}
          price={2}
          credits={9}
          isReady
          onSend={() => {}}
          onClose={() => {}}
        />
      </I18nProvider>
    </QueryClientProvider>,
  );
  await expect.poll(() => document.body.textContent).toContain('You paused your own spending.');
  expect(document.querySelectorAll('button')[1]?.disabled).toBe(true);
});
