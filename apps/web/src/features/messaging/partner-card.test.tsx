// @vitest-environment happy-dom
import type { ProfileCard } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { PartnerCard } from './partner-card.tsx';

const ada = { id: 'p', name: 'Ada', age: 30, country: 'NL', fictional: false } as ProfileCard;

it('says without a network that it is offline instead of promising the rest, and asks again by one press', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { cdn_prefix: '' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const ask = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  createRoot(document.body).render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <SlotsProvider value={{ LikeToggle: () => null } as unknown as Slots}>
          <PartnerCard profile={ada} />
        </SlotsProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
  const text = () => document.body.textContent;
  await expect.poll(text).toContain('You are offline');
  expect(text()).toContain('Ada');
  const answer = { profile: { ...ada, about: 'I build boats.', language: 'en', shared_interests: [] } };
  ask.mockImplementation(async () => Response.json(answer));
  [...document.querySelectorAll('button')].find((one) => one.textContent === 'Try again')?.click();
  await expect.poll(text).toContain('I build boats.');
  expect(text()).not.toContain('You are offline');
});
