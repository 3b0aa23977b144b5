// @vitest-environment happy-dom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverNow } from '../../../client/clock.ts';
import { keys, queryClient } from '../../../client/query.ts';
import { SheetSend, useSheetSend } from './sheet-send.tsx';
import { SheetWords } from './sheet-words.tsx';

const onSend = vi.fn<() => void>();

function Sheet({ isReady }: { isReady: boolean }) {
  const sheet = { profile: { id: 'p', name: 'Ada' }, price: 2, credits: 9, isReady, onSend };
  const sending = useSheetSend(sheet);
  return (
    <>
      <SheetWords value="for you" onChange={() => {}} onSend={sending.send} />
      <SheetSend price={2} credits={9} {...sending} onClose={() => {}} />
    </>
  );
}

function open({ pausedUntil = null as number | null, isReady = true } = {}) {
  queryClient.setQueryData(keys.settings, { message_length: 200 });
  const known = { message_credits: 1, may_open: true, pausedUntil, limit: null };
  queryClient.setQueryData(keys.messagePrice('p'), known);
  render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>
        <Sheet isReady={isReady} />
      </I18nProvider>
    </QueryClientProvider>,
  );
  return screen.getByLabelText('A few words with it (optional)');
}

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(() => {
  cleanup();
  onSend.mockClear();
});

it('says that the member paused their spending before something is sent, and Enter sends nothing', () => {
  const field = open({ pausedUntil: serverNow() + 3_600_000 });
  expect(document.body.textContent).toContain('You paused your own spending.');
  expect(screen.getByText('Send · 2 credits').closest('button')?.disabled).toBe(true);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
});

it('Enter in the words sends, as in the conversation: not with Shift, not within a word of an input method', () => {
  const field = open();
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSend).toHaveBeenCalledOnce();
});

it('Enter sends nothing while there is nothing to send', () => {
  fireEvent.keyDown(open({ isReady: false }), { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
});
