// @vitest-environment happy-dom
import type { StatementEntry } from '@heartline/contracts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { useEntryWords } from './entry-words.tsx';

/** What somebody sent to a member who was erased since: known by id alone. */
const entryOf = (reason: string): StatementEntry => ({
  n: 1,
  kind: 'hold',
  state: 'spent',
  reason,
  credits: -1,
  balance: 2,
  profile: { id: 'a'.repeat(24), name: '', fictional: false },
  conversation: 'b'.repeat(24),
  money: null,
  worth: [],
  at: 0,
});

/** The titles of these lines, as a page shows them. */
async function titlesOf(entries: readonly StatementEntry[]) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  queryClient.setQueryData(keys.settings, {});
  function Page() {
    const words = useEntryWords();
    return entries.map((entry) => <p key={entry.reason}>{words.title(entry)}</p>);
  }
  document.body.replaceChildren();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>
          <Page />
        </I18nProvider>
      </QueryClientProvider>,
    ),
  );
  return [...document.querySelectorAll('p')].map((line) => line.textContent);
}

it('names what was sent to who is erased without a name, and links nothing that has no words', async () => {
  expect(await titlesOf(['message', 'photo', 'gift'].map(entryOf))).toEqual(['Message', 'Photo', 'Gift']);
  expect(document.querySelector('a')).toBeNull();
});

it('calls a pause one, and no limit', async () => {
  const limits = ['limit', 'pause'].map((reason) => ({ ...entryOf(reason), kind: 'limit' as const }));
  expect(await titlesOf(limits)).toEqual([
    'You changed your spending limit',
    'You changed your spending pause',
  ]);
});

it('says of what came back whom it had been for, as the line of the message does', async () => {
  const profile = { id: 'a'.repeat(24), name: 'Noor', fictional: false };
  const back = { ...entryOf('unsent'), kind: 'return' as const, state: 'done' as const, credits: 1, profile };
  const voided = { ...back, kind: 'void' as const, reason: 'not_delivered' };
  const failed = { ...back, reason: 'refund_failed', profile: null, conversation: null };
  expect(await titlesOf([back, voided, failed])).toEqual([
    'Given back · Noor',
    'Given back · Noor',
    'Given back',
  ]);
  expect(document.querySelector('a')?.getAttribute('href')).toBe(`/chats/${'b'.repeat(24)}`);
});
