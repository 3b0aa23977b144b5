import type { ProfileCard } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { keys, queryClient } from '../client/query.ts';
import { type Slots, SlotsProvider } from '../client/slots.tsx';
import { MemberCard } from './member-card.tsx';

it.each([
  [{ fictional: true }, 'Fia, 30, Fictional'],
  [{ fictional: false }, 'Fia, 30'],
])('includes the fictional label in the accessible name of the link: %o', (more, name) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, { cdn_prefix: '', fictional_singular: '' });
  const fia = { id: 'p', name: 'Fia', age: 30, country: 'NL', ...more } as ProfileCard;
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <SlotsProvider value={{ LikeToggle: () => null } as unknown as Slots}>
          <MemberCard profile={fia} />
        </SlotsProvider>
      </I18nProvider>
    </QueryClientProvider>,
  );
  expect(drawn).toContain(`aria-label="${name}"`);
  expect(drawn.includes('Fictional</span>')).toBe(more.fictional);
});
