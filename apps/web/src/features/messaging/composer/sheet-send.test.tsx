// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverNow } from '../../../client/clock.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { SheetSend, useSheetSend } from './sheet-send.tsx';
import { SheetWords } from './sheet-words.tsx';

const onSend = vi.fn<() => void>();
let root: Root;

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

async function open({
  pausedUntil = null as number | null,
  isReady = true,
  message = 1,
  limited = false,
} = {}) {
  queryClient.setQueryData(keys.settings, { message_length: 200 });
  const known = { message_credits: message, may_open: true, pausedUntil, limit: null };
  queryClient.setQueryData(keys.messagePrice('p'), known);
  const limit = limited ? { credits: 1, until: serverNow() + 3_600_000 } : null;
  queryClient.setQueryData(keys.messagePrice('p', 2), { ...known, limit });
  root = createRoot(document.body);
  root.render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <Sheet isReady={isReady} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  const field = await vi.waitUntil(() => document.querySelector('textarea'), { timeout: 10_000 });
  return (key: KeyboardEventInit) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...key }));
}

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(() => {
  root.unmount();
  onSend.mockClear();
});

it('says that the member paused their spending before something is sent, and Enter sends nothing', async () => {
  const press = await open({ pausedUntil: serverNow() + 3_600_000 });
  expect(document.body.textContent).toContain('You paused your own spending.');
  expect(document.querySelectorAll('button')[1]?.disabled).toBe(true);
  press({});
  expect(onSend).not.toHaveBeenCalled();
});

it('says so of a gift too to whom messages are free', async () => {
  await open({ pausedUntil: serverNow() + 3_600_000, message: 0 });
  expect(document.body.textContent).toContain('You paused your own spending.');
});

it('says that what is sent from it would pass a limit, though a message would not', async () => {
  const press = await open({ limited: true });
  expect(document.body.textContent).toContain('would pass your own limit of 1 credit');
  press({});
  expect(onSend).not.toHaveBeenCalled();
});

it('Enter in the words sends, as in the conversation: not with Shift, not within a word of an input method', async () => {
  const press = await open();
  press({ shiftKey: true });
  press({ isComposing: true });
  expect(onSend).not.toHaveBeenCalled();
  press({});
  expect(onSend).toHaveBeenCalledOnce();
});

it('Enter sends nothing while there is nothing to send', async () => {
  const press = await open({ isReady: false });
  press({});
  expect(onSend).not.toHaveBeenCalled();
});
