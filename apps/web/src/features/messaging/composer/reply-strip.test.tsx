// @vitest-environment happy-dom
import type { Quote } from '@heartline/contracts';
import { Composer } from '@heartline/ui';
import { fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import { emitLive } from '../../../live/bus.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { endReply, followReplies, startReply } from '../reply.ts';
import { useReplyStrip } from './reply-strip.tsx';

const quote: Quote = { seq: 7, sender: 'ada', kind: 'text', text: 'Where was that?' };
const NAME = 'reply:me:c';

function Page() {
  const field = useRef<HTMLTextAreaElement>(null);
  const { strip, onEscape } = useReplyStrip({ conversation: 'c', name: 'Ada', field });
  return (
    <Composer
      ref={field}
      label="Message"
      placeholder=""
      value="In Ro"
      isBlank={false}
      onChange={() => {}}
      onSend={() => {}}
      sendLabel="Send"
      above={strip}
      onEscape={onEscape}
    />
  );
}

function open() {
  queryClient.setQueryData(keys.user, { user: { id: 'me' } });
  return renderPage(<Page />);
}

const answer = () => flushSync(() => startReply('me', 'c', quote));
const strip = () => screen.queryByRole('group', { name: 'Replying to' });
const field = () => screen.getByRole('textbox', { name: 'Message' });
const spoken = () => document.querySelector('[aria-live=polite].sr-only')?.textContent;

beforeEach(() => {
  rememberSignedIn('1');
  endReply('me', 'c');
});

it('restores the quoted message with its draft without opening a keyboard', async () => {
  const { unmount } = open();
  answer();
  expect(document.activeElement).toBe(field());
  await expect.poll(spoken).toBe('Replying to AdaWhere was that?');
  unmount();
  expect(JSON.parse(localStorage.getItem(NAME) ?? 'null')).toMatchObject({ quote });
  open();
  expect(strip()?.textContent).toContain('Where was that?');
  expect(document.activeElement).toBe(document.body);
  expect(spoken()).toBe('');
});

it('cancels the answer on Escape in the field and announces it', () => {
  open();
  answer();
  // Escape during an input method composition belongs to the input method.
  fireEvent.keyDown(field(), { key: 'Escape', isComposing: true });
  expect(strip()).not.toBeNull();
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(strip()).toBeNull();
  expect(document.activeElement).toBe(field());
  expect(spoken()).toBe('Reply cancelled');
  expect(localStorage.getItem(NAME)).toBeNull();
  // A second Escape is left to the browser.
  expect(fireEvent.keyDown(field(), { key: 'Escape' })).toBe(true);
});

it('cancels the answer when another tab does', () => {
  open();
  answer();
  localStorage.removeItem(NAME);
  flushSync(() => dispatchEvent(new StorageEvent('storage', { key: NAME })));
  expect(strip()).toBeNull();
});

it('answers a message although the storage is full', () => {
  open();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  answer();
  expect(strip()).not.toBeNull();
  flushSync(() => endReply('me', 'c'));
  expect(strip()).toBeNull();
});

it('cancels the answer to a message that is taken back, open or stored', () => {
  open();
  answer();
  const stop = followReplies('me');
  flushSync(() => emitLive('message:gone', { conversation: 'c', seq: 7 } as never));
  expect(strip()).toBeNull();
  answer();
  const messages = [{ conversation: 'c', seq: 7, gone: 'unsent' }];
  flushSync(() => queryClient.setQueryData(keys.messages('c'), { messages }));
  expect(localStorage.getItem(NAME)).toBeNull();
  stop();
});
