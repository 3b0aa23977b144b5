// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import { renderPage, renderPageHook } from '../../testing/render-page.tsx';
import { type JumpNotices, useHistory } from './history.ts';
import { useJumpNotices } from './jump-notices.ts';
import { requestJump } from './jumps.ts';

const conversation = 'c'.repeat(24);

const page = (seq: number): Messages => ({
  messages: [
    { conversation, seq, sender: 'b'.repeat(24), clientId: `k${seq}`, kind: 'text', text: 'x', at: seq },
  ],
  lastSeq: 500,
  hasOlder: true,
  readSeq: 0,
  deliveredSeq: 0,
  seenSeq: 0,
  receipts: RECEIPTS_OFF,
});

const notices = {
  missed: vi.fn<JumpNotices['missed']>(),
  failed: vi.fn<JumpNotices['failed']>(),
  otherDay() {},
};
let answer: () => Response;

beforeEach(() => {
  vi.clearAllMocks();
  queryClient.setQueryData(keys.messages(conversation), page(500));
  vi.stubGlobal('fetch', async () => answer());
  // A device that knows it is offline fails at once.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});

const refuse = (code: string, status: number) => () => Response.json({ error: { code } }, { status });

function jump() {
  const { result } = renderPageHook(() =>
    useHistory(conversation, queryClient.getQueryData<Messages>(keys.messages(conversation)), notices),
  );
  requestJump(conversation, { kind: 'row', seq: 7 });
  return () => result.current.place.seq;
}

it('offers to retry a jump that failed without a connection', async () => {
  answer = () => {
    throw new TypeError('connection failed');
  };
  const place = jump();
  await vi.waitUntil(() => notices.failed.mock.calls.length > 0);
  expect(notices.missed).not.toHaveBeenCalled();
  const [error, again] = notices.failed.mock.lastCall ?? [];
  expect(error).toMatchObject({ status: 0 });
  answer = () => Response.json({ ...page(7), version: null });
  again?.();
  await expect.poll(place).toBe(7);
});

it('reports a jump whose target the server does not have', async () => {
  answer = refuse('NOT_FOUND', 404);
  jump();
  await vi.waitUntil(() => notices.missed.mock.calls.length > 0);
  expect(notices.failed).not.toHaveBeenCalled();
});

it.each([
  ['no connection', new ApiError(0, { code: 'UNAVAILABLE' }), 'No connection right now.'],
  ['a server error', new ApiError(500, { code: 'INTERNAL' }), 'Something went wrong'],
])('says why a jump failed: %s', async (_, error, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const again = vi.fn<() => void>();
  const Piece = () => {
    const { failed } = useJumpNotices();
    return <button type="button" onClick={() => failed(error, again)} aria-label="fail" />;
  };
  renderPage(<Piece />, { hasNotices: true });
  screen.getByRole('button', { name: 'fail' }).click();
  (await screen.findByRole('button', { name: 'Try again' })).click();
  expect(document.body.textContent).toContain('We couldn’t load this part of the chat');
  expect(document.body.textContent).toContain(words);
  expect(again).toHaveBeenCalledOnce();
});
