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
/** What can be done about it says so first, and then about what. */
const named = (what: string) => (name: string) => name === what || name.startsWith(`${what}: `);
const button = (what: string) => screen.getByRole<HTMLButtonElement>('button', { name: named(what) });
const press = (name: string) => fireEvent.click(button(name));

it('has the focus again after its words were edited, and leaves it where it is once it was sent and came back', () => {
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

it('Escape leaves its words, and is no wish to close all that waits, which the browser would take it for', () => {
  renderPage(onScreen(WAITING), { settings });
  press('Edit');
  const isGoingOn = fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(isGoingOn).toBe(false);
});

/** An outbox with these entries, of which those that are not there any more were sent or not. */
async function openOutbox(given: Partial<Outbox>): Promise<void> {
  rememberSignedIn('1');
  const opened = { subscribe: () => () => {}, ...given } as Outbox;
  const coming = Promise.resolve(opened);
  setOutbox(coming);
  await coming;
  onTestFinished(() => setOutbox(undefined));
}

const NOT_HERE = 'Your new words are in the message field.';

it.each([
  ['that leaves meanwhile are in the field', [], true, 'Better words', `It is on its way already${NOT_HERE}`],
  [
    'that another tab deletes meanwhile',
    [],
    false,
    'Better words',
    `It was deleted in another tab${NOT_HERE}`,
  ],
  ['that still waits as they are given up are not', [WAITING], false, null, ''],
])('words written instead of a message %s', async (_, stillThere, isSent, draft, notice) => {
  await openOutbox({ entries: () => stillThere, wasSent: () => isSent });
  const { rerender } = renderPage(onScreen(WAITING), { settings, hasNotices: true });
  press('Edit');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Better words' } });
  rerender(<p />);
  expect(localStorage.getItem('draft:m:c')).toBe(draft);
  await expect.poll(() => screen.queryByRole('alertdialog')?.textContent ?? '').toContain(notice);
});

it.each([
  ['is on its way', [WAITING], false, 'It is on its way already'],
  ['was deleted', [], false, 'It was deleted in another tab'],
])(
  'a message that %s as its new words are saved says so, and has them in the field once',
  async (_, left, isSent, notice) => {
    let entries: readonly OutboxEntry[] = [WAITING];
    let tell = () => {};
    const subscribe = (listener: () => void) => {
      tell = listener;
      return () => {};
    };
    const edit = async () => {
      entries = left;
      tell();
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
  [
    'the words under a photo may go',
    { kind: 'photo', photo: { blob: new Blob(), width: 1, height: 1 } },
    true,
  ],
  ['those of a text may not', {}, false],
] as const)('as it is edited, %s', (_, more, mayGo) => {
  renderPage(onScreen({ ...WAITING, ...more, text: '' }), { settings });
  press('Edit');
  expect(button('Save').disabled).toBe(!mayGo);
});

it('says beside it what it costs by now, where another price is asked for it', () => {
  renderPage(
    onScreen({ ...WAITING, state: 'failed', refusal: { code: 'PRICE_CHANGED', values: { credits: 2 } } }),
  );
  expect(button('Don’t send')).toBeTruthy();
  expect(screen.getByText('2 credits')).toBeTruthy();
});

it('a photo with words is named with them', () => {
  renderPage(onScreen({ ...WAITING, kind: 'photo', photo: { blob: new Blob(), width: 1, height: 1 } }));
  expect(screen.getAllByRole('paragraph')[0]?.textContent).toBe('Photo: Hello');
});

it.each([
  ['NOT_ENOUGH_CREDITS', 'It goes out by itself once you have credits.'],
  ['CONVERSATION_LIMIT', 'It goes out by itself once you have Premium, or once they write to you.'],
  ['SPENDING_LIMIT', 'It goes out by itself once your limit has room for it.'],
  ['SPENDING_PAUSED', 'It goes out by itself once your pause is over.'],
] as const)('what is held back for %s says when it goes by itself', (code, words) => {
  renderPage(onScreen({ ...WAITING, state: 'held', refusal: { code } }));
  expect(document.body.textContent).toContain(words);
});
