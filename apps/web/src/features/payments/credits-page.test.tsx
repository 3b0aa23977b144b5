// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { CreditsPage } from './credits-page.tsx';

function shown(price: number): string {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { message_credits: price });
  queryClient.setQueryData(keys.user, { user: { id: 'me', credits: 5 } });
  document.body.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <CreditsPage />
      </I18nProvider>
    </QueryClientProvider>,
  );
  return document.body.textContent;
}

it('shows the price of a message on this site', () => {
  expect(shown(1)).toContain('One credit is one message.');
  expect(shown(2)).toContain('A message costs 2 credits.');
  expect(shown(2)).not.toContain('One credit is one message.');
});
