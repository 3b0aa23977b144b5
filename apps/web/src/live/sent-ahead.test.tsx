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
const balance = { credits: 1, premium: false, ledgerSeq: 1 };

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

/** Numbers of the messages that are drawn while the conversation is held as `set` says. */
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

it('what was sent stands at the end, though what was written before it is not here yet', async () => {
  const { seqs, set } = drawn();
  set(upTo(2));
  await act(async () => writeSent(queryClient, { message: message(4), balance }, 'her'));
  expect(seqs()).toEqual([1, 2, 4]);
  set({ ...upTo(3), messages: [...upTo(3).messages, message(4)], lastSeq: 4 });
  expect(seqs()).toEqual([1, 2, 3, 4]);
  // What the conversation can take stands in it alone.
  await act(async () => writeSent(queryClient, { message: message(5), balance }, 'her'));
  set(queryClient.getQueryData(keys.messages(conversation)));
  expect(seqs()).toEqual([1, 2, 3, 4, 5]);
});

it('what was sent before the conversation was here is not missing in what is fetched meanwhile', async () => {
  const { seqs, set } = drawn();
  await act(async () => writeSent(queryClient, { message: message(4), balance }, 'her'));
  set(upTo(3));
  expect(seqs()).toEqual([1, 2, 3, 4]);
});

it('shows nothing of it in a conversation that was removed since, nor to who signs in next', async () => {
  const { seqs, set } = drawn();
  set(upTo(2));
  await act(async () => writeSent(queryClient, { message: message(4), balance }, 'her'));
  set({ ...upTo(0) });
  expect(seqs()).toEqual([]);
  clearWatched();
  set(upTo(2));
  expect(seqs()).toEqual([1, 2]);
});
