// @vitest-environment happy-dom
import type { Message } from '@heartline/contracts';
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { keys, queryClient } from '../client/query.ts';
import { clearWatched } from '../client/watched-map.ts';
import { renderPageHook } from '../testing/render-page.tsx';
import type { Messages } from './apply/messages.ts';
import { RECEIPTS_OFF } from './apply/signs.ts';
import { useWithAhead } from './sent-ahead.ts';
import { writeSent } from './slices.ts';

const conversation = 'c'.repeat(24);
const balance = { credits: 1, debt: 0, premium: false, ledgerSeq: 1 };

const message = (seq: number, sender = 'me'): Message => ({
  conversation,
  seq,
  sender,
  clientId: `k${seq}`,
  kind: 'text',
  text: 'x',
  at: seq,
});

const upTo = (lastSeq: number): Messages => ({
  messages: Array.from({ length: lastSeq }, (_, index) => message(index + 1, 'her')),
  lastSeq,
  hasOlder: false,
  readSeq: 0,
  deliveredSeq: 0,
  seenSeq: 0,
  receipts: RECEIPTS_OFF,
});

/** The numbers of the rendered messages while `set` sets the held conversation. */
function drawn() {
  const { result, rerender } = renderPageHook(() =>
    useWithAhead(queryClient.getQueryData<Messages>(keys.messages(conversation))),
  );
  return {
    seqs: () => result.current?.map(({ seq }) => seq),
    set(held: Messages | undefined) {
      if (held) queryClient.setQueryData(keys.messages(conversation), held);
      else queryClient.removeQueries({ queryKey: keys.messages(conversation) });
      rerender();
    },
  };
}

it('shows a sent message at the end while earlier messages are missing', async () => {
  const { seqs, set } = drawn();
  set(upTo(2));
  await act(async () => writeSent(queryClient, { message: message(4), balance }, 'her'));
  expect(seqs()).toEqual([1, 2, 4]);
  set({ ...upTo(3), messages: [...upTo(3).messages, message(4)], lastSeq: 4 });
  expect(seqs()).toEqual([1, 2, 3, 4]);
  // A message that follows the held rows is in the conversation only.
  await act(async () => writeSent(queryClient, { message: message(5), balance }, 'her'));
  set(queryClient.getQueryData(keys.messages(conversation)));
  expect(seqs()).toEqual([1, 2, 3, 4, 5]);
});

it('keeps a message sent before the conversation loaded', async () => {
  const { seqs, set } = drawn();
  await act(async () => writeSent(queryClient, { message: message(4), balance }, 'her'));
  set(upTo(3));
  expect(seqs()).toEqual([1, 2, 3, 4]);
});

it('hides sent messages of a removed conversation, and from the next member', async () => {
  const { seqs, set } = drawn();
  set(upTo(2));
  await act(async () => writeSent(queryClient, { message: message(4), balance }, 'her'));
  set({ ...upTo(0) });
  expect(seqs()).toEqual([]);
  clearWatched();
  set(upTo(2));
  expect(seqs()).toEqual([1, 2]);
});
