// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { Icebreaker } from './icebreaker.tsx';

it('does not come over the words of who began to write while it was on its way', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.user, { user: { id: 'm' } });
  queryClient.setQueryData(keys.settings, {});
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const chats = (adaHasText: boolean) => (
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <p>{adaHasText ? 'Hello' : 'nothing written'}</p>
        {['Ada', 'Ben'].map((name) => (
          <Icebreaker
            key={name}
            profile={{ id: name, name, shared_interest: null }}
            hasText={name === 'Ada' && adaHasText}
            onChoose={() => {}}
          />
        ))}
      </I18nProvider>
    </QueryClientProvider>
  );
  root.render(chats(false));
  await expect.poll(() => document.body.textContent).toContain('nothing written');
  root.render(chats(true));
  await expect.poll(() => document.body.textContent).toContain('Break the ice with Ben');
  expect(document.body.textContent).not.toContain('Ada');
});
