// @vitest-environment happy-dom
import type { Message } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { InboxContent } from './inbox-content.tsx';
import { inboxGiftsQuery } from './operator-queries.ts';

const mara = { id: 'mara', name: 'Mara', main_image: null };
const fia = 'fia';

function shown(message: Partial<Message>): string {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  document.body.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <InboxContent message={message as Message} covered={new Map()} member={mara} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  return document.body.textContent;
}

const answer = { kind: 'text', seq: 3, sender: mara.id, text: 'That one.' } as const;

it('describes a quoted message that has no text or is gone', () => {
  const photo = { seq: 1, sender: mara.id, kind: 'photo', text: '' } as const;
  expect(shown({ ...answer, quote: photo })).toBe('MaraPhotoThat one.');
  expect(shown({ ...answer, quote: { ...photo, sender: fia, gone: 'removed' } })).toBe(
    'YouThis message was removedThat one.',
  );
});

it('says why a message is gone', () => {
  expect(shown({ ...answer, gone: 'unsent' })).toBe('Mara took this message back');
  expect(shown({ ...answer, sender: fia, gone: 'removed' })).toBe('This message was removed');
});

it('names a gift like the members see it', () => {
  const rose = { id: 'rose', picture: 'rose', name: 'A red rose', credits: 3, offered: true } as const;
  queryClient.setQueryData(inboxGiftsQuery('en').queryKey, [rose]);
  const gift = { ...answer, kind: 'gift', gift: { id: 'rose', picture: 'rose' } } as const;
  expect(shown(gift)).toBe('A giftA red roseThat one.');
});
