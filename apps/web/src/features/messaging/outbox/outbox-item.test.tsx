// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { WAITING } from './entry-in-test.ts';
import type { Outbox } from './outbox.ts';
import { OutboxItem } from './outbox-item.tsx';
import type { OutboxEntry } from './outbox-store.ts';
import { setOutbox } from './use-outbox.ts';

const settings = { message_length: 200 };
const onScreen = (entry: OutboxEntry) => (
  <>
    <OutboxItem entry={entry} isLive={false} isFirst />
    <button type="button">elsewhere</button>
  </>
);
/** A button's name has the action first, then the message. */
const named = (what: string) => (name: string) => name === what || name.startsWith(`${what}: `);
const button = (what: string) => screen.getByRole<HTMLButtonElement>('button', { name: named(what) });
const press = (name: string) => fireEvent.click(button(name));

it('takes the focus after an edit, but not after a failed send', () => {
  const { rerender } = renderPage(onScreen(WAITING), { settings });
  press('Edit');
  press('Cancel');
  expect(button('Edit')).toBe(document.activeElement);
  button('elsewhere').focus();
  rerender(onScreen({ ...WAITING, isTried: true }));
  expect(screen.queryByRole('button', { name: named('Edit') })).toBeNull();
  rerender(onScreen({ ...WAITING, state: 'failed' }));
  expect(button('Edit')).toBeTruthy();
  expect(button('elsewhere')).toBe(document.activeElement);
});

it('leaves only the edit on Escape, and keeps the dialog open', () => {
  renderPage(onScreen(WAITING), { settings });
  press('Edit');
  const isGoingOn = fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(isGoingOn).toBe(false);
});

/** Opens an outbox with these functions. */
async function openOutbox(given: Partial<Outbox>): Promise<void> {
  rememberSignedIn('1');
  const opened = { subscribe: () => () => {}, ...given } as Outbox;
  const coming = Promise.resolve(opened);
  setOutbox(coming);
  await coming;
  onTestFinished(() => setOutbox(undefined));
}

const NOT_HERE = 'Your edited text is in the message field.';

it.each([
  ['in the field when the message is sent', [], true, 'Better words', `It’s already on its way${NOT_HERE}`],
  [
    'in the field when another tab deletes it',
    [],
    false,
    'Better words',
    `It was deleted in another tab${NOT_HERE}`,
  ],
  ['not when the message still waits', [WAITING], false, null, ''],
])('keeps an edit when the editor closes by itself: %s', async (_, stillThere, isSent, draft, notice) => {
  await openOutbox({ entries: () => stillThere, wasSent: () => isSent });
  const { rerender } = renderPage(onScreen(WAITING), { settings, hasNotices: true });
  press('Edit');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Better words' } });
  rerender(<p />);
  expect(localStorage.getItem('draft:m:c')).toBe(draft);
  await expect.poll(() => screen.queryByRole('alertdialog')?.textContent ?? '').toContain(notice);
});

it.each([
  ['is on its way', [WAITING], false, 'It’s already on its way'],
  ['was deleted', [], false, 'It was deleted in another tab'],
])(
  'says on saving that the message %s, and puts the text into the field once',
  async (_, left, isSent, notice) => {
    let entries: readonly OutboxEntry[] = [WAITING];
    let notify = () => {};
    const subscribe = (listener: () => void) => {
      notify = listener;
      return () => {};
    };
    const edit = async () => {
      entries = left;
      notify();
      return false;
    };
    await openOutbox({ entries: () => entries, subscribe, wasSent: () => isSent, edit });
    renderPage(onScreen(WAITING), { settings, hasNotices: true });
    press('Edit');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Better words' } });
    press('Save');
    await screen.findByText(notice);
    expect(localStorage.getItem('draft:m:c')).toBe('Better words');
  },
);

it.each([
  ['allowed for a photo', { kind: 'photo', photo: { blob: new Blob(), width: 1, height: 1 } }, true],
  ['refused for a text', {}, false],
] as const)('allows an empty text only where it may be empty: %s', (_, more, mayGo) => {
  renderPage(onScreen({ ...WAITING, ...more, text: '' }), { settings });
  press('Edit');
  expect(button('Save').disabled).toBe(!mayGo);
});

it('shows the changed price of a message', () => {
  renderPage(
    onScreen({ ...WAITING, state: 'failed', refusal: { code: 'PRICE_CHANGED', values: { credits: 2 } } }),
  );
  expect(button('Don’t send')).toBeTruthy();
  expect(screen.getByText('2 credits')).toBeTruthy();
});

it('names a photo with its text', () => {
  renderPage(onScreen({ ...WAITING, kind: 'photo', photo: { blob: new Blob(), width: 1, height: 1 } }));
  expect(screen.getAllByRole('paragraph')[0]?.textContent).toBe('Photo: Hello');
});

it.each([
  ['NOT_ENOUGH_CREDITS', 'It’ll be sent automatically once you have credits.'],
  ['CONVERSATION_LIMIT', 'It’ll be sent automatically once you have Premium or they write to you.'],
  ['SPENDING_LIMIT', 'It’ll be sent automatically once your limit allows it.'],
  ['SPENDING_PAUSED', 'It’ll be sent automatically once your break is over.'],
] as const)('says when a message held for %s goes out', (code, words) => {
  renderPage(onScreen({ ...WAITING, state: 'held', refusal: { code } }));
  expect(document.body.textContent).toContain(words);
});
