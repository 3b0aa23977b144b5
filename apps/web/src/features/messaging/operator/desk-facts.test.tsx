// @vitest-environment happy-dom
import type { getOperatorConversation, OperatorFacts, OutputOf } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { DeskFacts } from './desk-facts.tsx';
import { aboutQuery } from './operator-queries.ts';

const person: OperatorFacts = {
  id: 'p',
  name: 'Mara',
  age: 34,
  gender: 'female',
  country: 'NL',
  region: 'NH',
  city: null,
  about: null,
  language: 'nl',
  interests: [],
  main_image: null,
};
const about: OutputOf<typeof getOperatorConversation> = {
  profile: person,
  member: person,
  notes: [],
  openCases: 0,
  ageDoubt: false,
  messageLength: 200,
};

const field = () => document.querySelector('textarea') as HTMLTextAreaElement;

it('a note that was begun is there again after another conversation was open', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  queryClient.setQueryData(keys.settings, { name: 'Heartline', cdn_prefix: '' });
  const root = createRoot(document.body);
  onTestFinished(() => {
    root.unmount();
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  const open = async (conversation: string) => {
    queryClient.setQueryData(aboutQuery(conversation).queryKey, about);
    root.render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <div key={conversation} data-at={conversation}>
            <DeskFacts conversation={conversation} onReport={() => {}} />
          </div>
        </I18nProvider>
      </QueryClientProvider>,
    );
    await vi.waitUntil(() => document.querySelector(`[data-at=${conversation}] textarea`));
  };
  await open('a');
  const setter = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
  setter?.call(field(), 'Likes museums');
  field().dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitUntil(() => field().value === 'Likes museums');
  await open('b');
  expect(field().value).toBe('');
  await open('a');
  expect(field().value).toBe('Likes museums');
});
