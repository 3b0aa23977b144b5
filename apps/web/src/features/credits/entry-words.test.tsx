// @vitest-environment happy-dom
import type { StatementEntry } from '@heartline/contracts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
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
function titlesOf(entries: readonly StatementEntry[]) {
  function Page() {
    const words = useEntryWords();
    return entries.map((entry) => <li key={entry.reason}>{words.title(entry)}</li>);
  }
  renderPage(<Page />, { settings: {} });
  return screen.getAllByRole('listitem').map((line) => line.textContent);
}

it('names what was sent to who is erased without a name, and links nothing that has no words', () => {
  expect(titlesOf(['message', 'photo', 'gift'].map(entryOf))).toEqual(['Message', 'Photo', 'Gift']);
  expect(screen.queryByRole('link')).toBeNull();
});

it('calls a pause one, and no limit', () => {
  const limits = ['limit', 'pause'].map((reason) => ({ ...entryOf(reason), kind: 'limit' as const }));
  expect(titlesOf(limits)).toEqual(['You changed your spending limit', 'You changed your spending pause']);
});

it('says of what came back whom it had been for, as the line of the message does', () => {
  const profile = { id: 'a'.repeat(24), name: 'Noor', fictional: false };
  const back = { ...entryOf('unsent'), kind: 'return' as const, state: 'done' as const, credits: 1, profile };
  const voided = { ...back, kind: 'void' as const, reason: 'not_delivered' };
  const failed = { ...back, reason: 'refund_failed', profile: null, conversation: null };
  expect(titlesOf([back, voided, failed])).toEqual(['Given back · Noor', 'Given back · Noor', 'Given back']);
  const chat = `/chats/${'b'.repeat(24)}`;
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([chat, chat]);
});
