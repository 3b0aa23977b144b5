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
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => fireEvent.click(button(name));

it('has the focus again after its words were edited, and leaves it where it is once it was sent and came back', () => {
  const { rerender } = renderPage(onScreen(WAITING), { settings });
  press('Edit');
  press('Cancel');
  expect(button('Edit')).toBe(document.activeElement);
  button('elsewhere').focus();
  rerender(onScreen({ ...WAITING, isTried: true }));
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  rerender(onScreen({ ...WAITING, state: 'failed' }));
  expect(button('Edit')).toBeTruthy();
  expect(button('elsewhere')).toBe(document.activeElement);
});

it.each([
  ['that leaves meanwhile are in the field', [], 'Better words'],
  ['that still waits as they are given up are not', [WAITING], null],
])('words WAITING instead of a message %s', async (_, stillThere, draft) => {
  rememberSignedIn('1');
  const opened = { entries: () => stillThere, subscribe: () => () => {} } as Partial<Outbox> as Outbox;
  const coming = Promise.resolve(opened);
  setOutbox(coming);
  await coming;
  onTestFinished(() => setOutbox(undefined));
  const { rerender } = renderPage(onScreen(WAITING), { settings });
  press('Edit');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Better words' } });
  rerender(<p />);
  expect(localStorage.getItem('draft:m:c')).toBe(draft);
});

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
