// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { serverNow } from '../../../client/clock.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { SheetSend, useSheetSend } from './sheet-send.tsx';
import { SheetWords } from './sheet-words.tsx';

const onSend = vi.fn<() => void>();

function Sheet({ isReady }: { isReady: boolean }) {
  const sheet = {
    profile: { id: 'p', name: 'Ada' },
    words: 'for you',
    price: 2,
    credits: 9,
    isReady,
    onSend,
  };
  const sending = useSheetSend(sheet);
  return (
    <>
      <SheetWords value="for you" onChange={() => {}} onSend={sending.send} />
      <SheetSend price={2} credits={9} {...sending} onClose={() => {}} />
    </>
  );
}

function open({ pausedUntil = null as number | null, isReady = true, message = 1, limited = false } = {}) {
  const known = { message_credits: message, may_open: true, pausedUntil, limit: null };
  queryClient.setQueryData(keys.messagePrice('p'), known);
  const limit = limited ? { credits: 1, until: serverNow() + 3_600_000 } : null;
  queryClient.setQueryData(keys.messagePrice('p', 2), { ...known, limit });
  renderPage(<Sheet isReady={isReady} />, { settings: { message_length: 200 } });
  return (key: KeyboardEventInit) => fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...key });
}

beforeEach(() => void onSend.mockClear());

it('says that the member paused their spending before something is sent, and Enter sends nothing', () => {
  const press = open({ pausedUntil: serverNow() + 3_600_000 });
  expect(document.body.textContent).toContain('You paused your own spending.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ }).disabled).toBe(true);
  press({});
  expect(onSend).not.toHaveBeenCalled();
});

it('says so of a gift too to whom messages are free', () => {
  open({ pausedUntil: serverNow() + 3_600_000, message: 0 });
  expect(document.body.textContent).toContain('You paused your own spending.');
});

it('says that what is sent from it would pass a limit, though a message would not', () => {
  const press = open({ limited: true });
  expect(document.body.textContent).toContain('would pass your own limit of 1 credit');
  press({});
  expect(onSend).not.toHaveBeenCalled();
});

it('Enter in the words sends, as in the conversation: not with Shift, not within a word of an input method', () => {
  const press = open();
  press({ shiftKey: true });
  press({ isComposing: true });
  expect(onSend).not.toHaveBeenCalled();
  press({});
  expect(onSend).toHaveBeenCalledOnce();
});

it('Enter sends nothing while there is nothing to send', () => {
  const press = open({ isReady: false });
  press({});
  expect(onSend).not.toHaveBeenCalled();
});
