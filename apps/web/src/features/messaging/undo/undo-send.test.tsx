// @vitest-environment happy-dom
import type { Message, Quote } from '@heartline/contracts';
import { act, fireEvent, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../../client/query.ts';
import { rememberSignedIn } from '../../../client/signed-in.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { endSheet, type SheetContent, useSheet } from '../composer/sheets.ts';
import type { Row } from '../conversation-rows.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxEntry } from '../outbox/outbox-store.ts';
import { setOutbox } from '../outbox/use-outbox.ts';
import { localPhoto } from '../photos/local-photos.ts';
import { endReply, useReply } from '../reply.ts';
import { giveBack } from './give-back.ts';
import { UNDO_MS } from './take-back.ts';
import { UndoSend } from './undo-send.tsx';

const blob = new Blob(['x'], { type: 'image/jpeg' });
const discard = vi.fn<Outbox['discard']>(async () => true);
const shown = vi.fn<(content: SheetContent | undefined) => void>();
const answering = vi.fn<(quote: Quote | undefined) => void>();

beforeEach(() => {
  vi.clearAllMocks();
  rememberSignedIn('1');
  queryClient.setQueryData(keys.user, { user: { id: 'me' } });
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
  waiting = [];
  const subscribe = (listener: () => void) => {
    onOutbox = listener;
    return () => {};
  };
  setOutbox(Promise.resolve({ discard, entries: () => waiting, subscribe } as Partial<Outbox> as Outbox));
});

/** Entries of the outbox, and its listener. */
let waiting: OutboxEntry[] = [];
let onOutbox = () => {};

/** A row that is not sent yet, or was just sent. */
function rowOf(conversation: string, more: Partial<Row>, entry?: Partial<OutboxEntry>): Row {
  const { kind = 'photo', text = 'Look' } = more;
  const held = { key: conversation, kind, text, conversation, state: 'waiting', ...entry } as OutboxEntry;
  const at = Date.now();
  const row = { key: conversation, isOwn: true, kind, text, at, ...more } as Row;
  if (!entry) return { ...row, state: 'sent' };
  waiting = [held];
  onOutbox();
  return { ...row, state: 'sending', entry: held };
}

function draw(conversation: string, row: Row) {
  function Page() {
    const now = useSheet(conversation);
    const quote = useReply('me', conversation);
    useEffect(() => shown(now), [now]);
    useEffect(() => answering(quote), [quote]);
    return <UndoSend row={row} />;
  }
  return renderPage(<Page />);
}

const undo = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Undo sending' });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Undo sending' }));

it.each([
  ['photo', { photo: { blob, width: 4, height: 3 } }, { words: 'Look', picture: blob }],
  ['gift', { gift: { id: 'rose', picture: 'rose' } }, { words: 'Look', gift: 'rose' }],
] as const)('puts an undone %s back into its sheet with its text', async (kind, entry, again) => {
  draw(kind, rowOf(kind, { kind }, entry));
  press();
  await expect.poll(() => shown.mock.lastCall).toEqual([again]);
});

it('shows two photos given back one after the other', async () => {
  const second = new Blob(['y'], { type: 'image/jpeg' });
  draw('two', rowOf('two', { kind: 'text' }, {}));
  giveBack('me', 'two', { text: 'One', picture: blob });
  giveBack('me', 'two', { text: 'Two', picture: second });
  await expect.poll(() => shown.mock.lastCall).toEqual([{ words: 'One', picture: blob }]);
  endSheet('two');
  await expect.poll(() => shown.mock.lastCall).toEqual([{ words: 'Two', picture: second }]);
  endSheet('two');
  await expect.poll(() => shown.mock.lastCall).toEqual([undefined]);
});

it('puts an undone text back into the field', async () => {
  draw('text', rowOf('text', { kind: 'text' }, {}));
  press();
  await expect.poll(() => localStorage.getItem('draft:me:text')).toBe('Look');
  expect(shown.mock.lastCall).toEqual([undefined]);
});

it('undoes a message being sent as soon as its try fails', async () => {
  draw('tried', rowOf('tried', { kind: 'text' }, { isTried: true }));
  press();
  await vi.waitUntil(() => undo()?.disabled);
  expect(discard).not.toHaveBeenCalled();
  waiting = waiting.map(({ isTried: _, ...entry }) => entry);
  act(() => onOutbox());
  await expect.poll(() => localStorage.getItem('draft:me:tried')).toBe('Look');
});

it('gives the text back with the event, before the answer arrives', async () => {
  const message = { conversation: 'event', seq: 7, kind: 'text', clientId: 'k' } as Message;
  queryClient.setQueryData(keys.messages('event'), { messages: [message] });
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
  draw('event', rowOf('event', { kind: 'text', message }));
  press();
  await vi.waitUntil(() => undo()?.disabled);
  expect(localStorage.getItem('draft:me:event')).toBeNull();
  queryClient.setQueryData(keys.messages('event'), { messages: [{ ...message, gone: 'unsent' }] });
  await expect.poll(() => localStorage.getItem('draft:me:event')).toBe('Look');
});

it('quotes again after an undone answer, unless the quoted message is gone', async () => {
  const quote = { seq: 3, sender: 'her', kind: 'text' as const, text: 'Coffee?', isOwn: false };
  const { unmount } = draw('answer', rowOf('answer', { kind: 'text', quote }, {}));
  press();
  await expect.poll(() => answering.mock.lastCall).toEqual([expect.objectContaining({ seq: 3 })]);
  unmount();
  draw('gone', rowOf('gone', { kind: 'text', quote: { ...quote, gone: 'unsent' } }, {}));
  press();
  await expect.poll(() => localStorage.getItem('draft:me:gone')).toBe('Look');
  expect(answering.mock.lastCall).toEqual([undefined]);
});

it.each([['photo'], ['gift']] as const)('gives a %s back with its quote', (kind) => {
  draw('whole', rowOf('whole', { kind: 'text' }, {}));
  const quote = { seq: 3, sender: 'her', kind: 'text' as const, text: 'Coffee?' };
  const held = kind === 'photo' ? { picture: blob } : { gift: 'rose' };
  act(() => giveBack('me', 'whole', { text: 'Look', ...held, quote }));
  expect(answering.mock.lastCall).toEqual([quote]);
  act(() => {
    endReply('me', 'whole');
    endSheet('whole');
  });
});

it('hides after its time, even if the device clock is slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const at = Date.now() + 1_000;
  draw('slow', {
    ...rowOf('slow', { kind: 'text', message: { conversation: 'slow', seq: 1 } as Message }),
    at,
  });
  expect(undo()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(at + UNDO_MS - Date.now() - 100);
  expect(undo()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(300);
  vi.useRealTimers();
  await expect.poll(undo).toBeNull();
});

it('offers undo for a sent photo only where its picture is', () => {
  const message = { conversation: 'sent', seq: 1, kind: 'photo' } as Message;
  draw('sent', rowOf('sent', { message }));
  expect(undo()).toBeNull();
  localPhoto('sent', blob);
  draw('sent', rowOf('sent', { message }));
  expect(undo()).not.toBeNull();
});
