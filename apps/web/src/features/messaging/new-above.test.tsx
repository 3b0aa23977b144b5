// @vitest-environment happy-dom
import type { Message } from '@heartline/contracts';
import { expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useHistory } from './history.ts';
import { requestJump } from './jumps.ts';

const ME = 'a'.repeat(24);
const conversation = 'c'.repeat(24);
const WAIT_MS = 10_000;

/** Rows `from` to `to`; those up to `ownUpTo` are the reader's own. */
function held(from: number, to: number, ownUpTo: number): Messages {
  const messages = Array.from({ length: to - from + 1 }, (_, index): Message => {
    const seq = from + index;
    const sender = seq <= ownUpTo ? ME : 'b'.repeat(24);
    return { conversation, seq, sender, clientId: `k${seq}`, kind: 'text', text: 'x', at: seq };
  });
  const marks = { readSeq: 0, deliveredSeq: 0, seenSeq: 0, receipts: RECEIPTS_OFF };
  return { messages, lastSeq: 500, hasOlder: from > 1, ...marks };
}

function jumpToNew(from: number) {
  const { result } = renderPageHook(() => {
    const end = queryClient.getQueryData<Messages>(keys.messages(conversation));
    return useHistory(conversation, end, { missed() {}, failed() {}, otherDay() {} });
  });
  requestJump(conversation, { kind: 'new', from, me: ME });
  return () => result.current.place.seq;
}

it('jumps to the first unread message of the other member, past own ones', async () => {
  queryClient.setQueryData(keys.messages(conversation), held(451, 500, 0));
  const page = held(76, 125, 103);
  vi.stubGlobal('fetch', async () => Response.json({ ...page, version: null }));
  await expect.poll(jumpToNew(101), { timeout: WAIT_MS }).toBe(104);
});

it('sends no request when all unread messages are loaded', async () => {
  queryClient.setQueryData(keys.messages(conversation), held(451, 500, 480));
  const fetch = vi.fn<typeof globalThis.fetch>();
  vi.stubGlobal('fetch', fetch);
  await expect.poll(jumpToNew(470), { timeout: WAIT_MS }).toBe(481);
  expect(fetch).not.toHaveBeenCalled();
});
