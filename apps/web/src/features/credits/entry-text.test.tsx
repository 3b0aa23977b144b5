// @vitest-environment happy-dom
import type { StatementEntry } from '@heartline/contracts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { useEntryText } from './entry-text.tsx';

/** An entry about an erased member, known by id alone. */
const entryOf = (reason: string): StatementEntry => ({
  n: 1,
  kind: 'hold',
  state: 'spent',
  reason,
  credits: -1,
  debt: 0,
  balance: 2,
  profile: { id: 'a'.repeat(24), name: '', fictional: false },
  conversation: 'b'.repeat(24),
  money: null,
  worth: [],
  of: null,
  payment: null,
  receipt: null,
  at: 0,
});

/** The titles of these entries, as a page shows them. */
function titlesOf(entries: readonly StatementEntry[]) {
  function Page() {
    const words = useEntryText();
    return entries.map((entry) => (
      <div key={entry.reason}>
        <li>{words.title(entry)}</li>
        <p role="note">{words.detail(entry)}</p>
      </div>
    ));
  }
  renderPage(<Page />, { settings: {}, region: 'en-GB' });
  return screen.getAllByRole('listitem').map((line) => line.textContent);
}

it('gives no name for an erased member, and links nothing without text', () => {
  expect(titlesOf(['message', 'photo', 'gift'].map(entryOf))).toEqual(['Message', 'Photo', 'Gift']);
  expect(screen.queryByRole('link')).toBeNull();
});

it('calls a pause a pause, and not a limit', () => {
  const limits = ['limit', 'pause'].map((reason) => ({ ...entryOf(reason), kind: 'limit' as const }));
  expect(titlesOf(limits)).toEqual(['You changed your spending limit', 'You changed your spending break']);
});

it('names the conversation that no longer counts as started, even if erased', () => {
  const place = { ...entryOf('removed_as_fake'), kind: 'place' as const, state: 'done' as const, credits: 0 };
  const known = { ...place, profile: { id: 'a'.repeat(24), name: 'Noor', fictional: false } };
  expect(titlesOf([known, { ...place, reason: 'recipient_deleted' }])).toEqual([
    'The conversation with Noor no longer counts as started',
    'A conversation no longer counts as started',
  ]);
  expect(screen.getByRole('link').textContent).toBe('Noor');
});

it.each([
  ['recipient_deleted', 'The account was deleted'],
  ['recipient_suspended', 'The account was suspended'],
  ['removed_as_fake', 'The profile was removed as fake'],
])('gives the reason why a conversation no longer counts: %s', (reason, words) => {
  titlesOf([{ ...entryOf(reason), kind: 'place', state: 'done', credits: 0 }]);
  expect(screen.getByRole('note').textContent).toMatch(new RegExp(` · ${words}$`));
});

it('names the recipient of returned credits, as the message’s entry does', () => {
  const profile = { id: 'a'.repeat(24), name: 'Noor', fictional: false };
  const back = { ...entryOf('unsent'), kind: 'return' as const, state: 'done' as const, credits: 1, profile };
  const voided = { ...back, kind: 'void' as const, reason: 'not_delivered' };
  const failed = { ...back, reason: 'refund_failed', profile: null, conversation: null };
  expect(titlesOf([back, voided, failed])).toEqual(['Returned · Noor', 'Returned · Noor', 'Returned']);
  const chat = `/chats/${'b'.repeat(24)}`;
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([chat, chat]);
});

it('gives the time of a returned message, and links to it if it was delivered', () => {
  const profile = { id: 'a'.repeat(24), name: 'Noor', fictional: false };
  const of = { n: 1, at: Date.UTC(2026, 0, 5, 12), reason: 'message' };
  const back = {
    ...entryOf('unsent'),
    kind: 'return' as const,
    state: 'done' as const,
    credits: 1,
    profile,
    of,
  };
  const voided = { ...back, kind: 'void' as const, reason: 'not_delivered' };
  const failed = { ...back, reason: 'refund_failed', profile: null, conversation: null };
  titlesOf([back, voided, failed]);
  const chat = `/chats/${'b'.repeat(24)}`;
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([`${chat}?at=${of.at}`, chat]);
  expect(screen.getAllByRole('note').map((detail) => detail.textContent)).toEqual([
    expect.stringMatching(/You took the message back before it was read · For what you sent on 5 Jan 2026, /),
    expect.stringMatching(/Message to Noor was not delivered · For what you sent on 5 Jan 2026, /),
    expect.stringMatching(/The refund did not go through · For the refund of 5 Jan 2026, /),
  ]);
});

it.each([
  ['message', 'You took the message back', 'Message to Noor was not', 'before the message arrived'],
  ['photo', 'You took the photo back', 'Photo to Noor was not', 'before the photo arrived'],
  ['gift', 'You took the gift back', 'Gift to Noor was not', 'before the gift arrived'],
  // An older server does not say what it was.
  [undefined, 'You took the message back', 'Message to Noor was not', 'before the message arrived'],
])('names what was returned: %s', (what, taken, lost, late) => {
  const of = { n: 1, at: Date.UTC(2026, 0, 5, 12), reason: what } as StatementEntry['of'];
  const profile = { id: 'a'.repeat(24), name: 'Noor', fictional: false };
  const back = { ...entryOf('unsent'), kind: 'return' as const, state: 'done' as const, profile, of };
  const voided = { ...back, kind: 'void' as const, reason: 'not_delivered' };
  const reasons = ['blocked', 'recipient_deleted', 'recipient_suspended'];
  titlesOf([back, voided, ...reasons.map((reason) => ({ ...back, reason }))]);
  const details = screen.getAllByRole('note').map(({ textContent }) => textContent);
  expect(details).toEqual([taken, lost, late, late, late].map((words) => expect.stringContaining(words)));
});

it('says what a bank took back, what is owed of it, and that a purchase repaid it', () => {
  const line = (kind: StatementEntry['kind'], reason: string, credits: number, debt: number) => ({
    ...entryOf(reason),
    kind,
    credits,
    debt,
    state: 'done' as const,
    profile: null,
    ...(kind === 'return' && { of: { n: 1, at: 0, reason: 'dispute' } }),
  });
  expect(
    titlesOf([
      line('chargeback', 'debit_returned', -48, 12),
      line('chargeback', 'dispute', -60, 0),
      line('return', 'dispute_won', 60, 0),
      line('purchase', 'purchase', 48, -12),
    ]),
  ).toEqual(['Direct debit returned', 'Reversed by your bank', 'Returned', '60 credits bought']);
  const [returned, disputed, won, bought] = screen.getAllByRole('note').map((note) => note.textContent);
  expect(returned).toContain('12 credits are owed now');
  expect(disputed).not.toContain('owed');
  expect(won).toMatch(/Your bank gave the payment back · Taken back on /);
  expect(bought).toContain('12 credits owed were repaid');
});
