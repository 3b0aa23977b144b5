// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { FailedNote } from './failed-note.tsx';
import { isFictionalConfirmed } from './fictional-confirmation.ts';
import { WAITING } from './outbox/entry-in-test.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';

const { retry } = vi.hoisted(() => ({ retry: vi.fn<(key: string, change: object) => void>() }));
vi.mock('./outbox/use-outbox.ts', () => ({ outbox: { retry } }));

const refused: OutboxEntry = {
  ...WAITING,
  name: 'Fia',
  credits: 0,
  state: 'failed',
  refusal: { code: 'FICTIONAL_NOT_CONFIRMED' },
};

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('asks for the fictional confirmation on “Send again”, and then sends', async () => {
  renderPage(<FailedNote entry={refused} name="Fia" />, {
    settings: { name: 'Heartline', fictional_message_credits: 0 },
  });
  await press('Send again');
  await press('Not now');
  expect(retry).not.toHaveBeenCalled();
  await press('Send again');
  await press('I understand, send it');
  expect(retry).toHaveBeenCalledExactlyOnceWith('k', { fictionalConfirmed: true });
  expect(isFictionalConfirmed('m')).toBe(true);
});

it('shows the current price of a gift that was refused', () => {
  const gift: OutboxEntry = {
    ...WAITING,
    kind: 'gift',
    state: 'failed',
    gift: { id: 'rose', picture: 'rose' },
  };
  const refusal = { code: 'PRICE_CHANGED', values: { credits: 4 } } as const;
  renderPage(<FailedNote entry={{ ...gift, credits: 3, refusal }} name="Ada" />);
  const { textContent } = screen.getByRole('status');
  expect(textContent).toContain('this gift now costs 4 credits.');
  // The current price appears once in the text, besides the button.
  expect(textContent).toMatch(/It used to be 3 credits\.$/);
});

it.each([
  ['sent again', { code: 'INTERNAL' }, ['Send again']],
  ['sent for its price', { code: 'PRICE_CHANGED', values: { credits: 2 } }, ['Send for 2 credits']],
  ['confirmed', { code: 'FICTIONAL_NOT_CONFIRMED' }, ['Send again', 'I understand, send it']],
] as const)('focuses the message after it is %s by key', async (_, refusal, presses) => {
  const row = (note: ReactNode) => (
    <article data-row="k" tabIndex={-1}>
      {note}
    </article>
  );
  const { rerender } = renderPage(row(<FailedNote entry={{ ...refused, refusal }} name="Fia" />), {
    settings: { name: 'Heartline', fictional_message_credits: 0 },
  });
  for (const name of presses) {
    (await screen.findByRole('button', { name })).focus();
    await press(name);
  }
  rerender(row(null));
  await expect.poll(() => document.activeElement?.tagName).toBe('ARTICLE');
});

it.each([
  ['SPENDING_LIMIT', 'It’ll be sent automatically once your limit allows it.'],
  ['SPENDING_PAUSED', 'It’ll be sent automatically once your break is over.'],
] as const)('says when a message held for %s will go out', (code, when) => {
  const held: OutboxEntry = { ...refused, state: 'held', refusal: { code } };
  renderPage(<FailedNote entry={held} name="Fia" reasonId="reason" />);
  const status = screen.getByRole('status');
  expect(status.textContent).toContain(when);
  expect(status.id).toBe('reason');
});

it('says that the connection dropped every time for UNAVAILABLE', () => {
  renderPage(
    <FailedNote entry={{ ...WAITING, state: 'failed', refusal: { code: 'UNAVAILABLE' } }} name="Ada" />,
  );
  expect(screen.getByRole('status').textContent).toContain('The connection dropped every time');
  expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
});
