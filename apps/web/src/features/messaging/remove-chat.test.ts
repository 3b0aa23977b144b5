// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { emitLive } from '../../live/bus.ts';
import { setConnected } from '../../live/connection.ts';
import { followRemovals, removeChat, removedConversations, undoRemoval } from './remove-chat.ts';

const id = 'a'.repeat(24);
const calls: string[] = [];
let status = 200;
/** Holds the server's answer back. */
let answered: Promise<unknown> = Promise.resolve();

beforeEach(() => {
  vi.useFakeTimers();
  setConnected(true);
  calls.length = 0;
  status = 200;
  answered = Promise.resolve();
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body: string }) => {
    calls.push(`${init.method} ${path} ${init.body}`);
    const body = status === 200 ? { ok: true } : { error: { code: 'INTERNAL', message: '' } };
    await answered;
    return new Response(JSON.stringify(body), { status });
  });
  queryClient.setQueryData(keys.chats, {
    chats: [{ conversation: { id } }],
    version: { epoch: 'one', n: 1 },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

const listener = () => ({ onDecided: vi.fn<() => void>(), onFailed: vi.fn<(error: unknown) => void>() });

/** Ends the time to undo, and waits for the answer. */
async function decided(decide: () => void) {
  decide();
  await vi.advanceTimersByTimeAsync(0);
}

describe('removeChat', () => {
  it('removes it from the list at once, and from the server when undo is over', async () => {
    const decide = removeChat(id, listener());
    expect(removedConversations().has(id)).toBe(true);
    expect(calls).toEqual([]);
    await decided(decide);
    expect(calls).toEqual([`DELETE /api/chat.php {"conversation":"${id}"}`]);
    expect(queryClient.getQueryData(keys.chats)).toMatchObject({ chats: [] });
    expect(removedConversations().size).toBe(0);
  });

  it('sends nothing to the server after an undo', async () => {
    const decide = removeChat(id, listener());
    undoRemoval(id);
    await decided(decide);
    expect(calls).toEqual([]);
    expect(removedConversations().size).toBe(0);
  });

  it('restores it and reports the error when the server refuses', async () => {
    status = 500;
    const received = listener();
    await decided(removeChat(id, received));
    expect(received.onFailed).toHaveBeenCalledOnce();
    expect(removedConversations().size).toBe(0);
    expect(queryClient.getQueryState(keys.chats)?.isInvalidated).toBe(true);
  });

  it('restores it at once when the list cannot be fetched', async () => {
    status = 500;
    const queryFn = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
    const list = new QueryObserver(queryClient, {
      queryKey: keys.chats,
      queryFn,
      staleTime: Number.POSITIVE_INFINITY,
    });
    const stop = list.subscribe(() => {});
    await decided(removeChat(id, listener()));
    expect(queryFn).toHaveBeenCalledOnce();
    expect(removedConversations().size).toBe(0);
    stop();
  });

  it('is undone by a new message, and finished when the page closes', async () => {
    const stop = followRemovals();
    removeChat(id, listener());
    emitLive('message:created', { message: { conversation: id } } as never);
    expect(removedConversations().size).toBe(0);
    const decide = removeChat(id, listener());
    dispatchEvent(new Event('pagehide'));
    await decided(decide);
    expect(calls).toHaveLength(1);
    stop();
  });

  it('keeps a message that arrives before the answer', async () => {
    const stop = followRemovals();
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = promise;
    await decided(removeChat(id, listener()));
    emitLive('message:created', { message: { conversation: id } } as never);
    queryClient.setQueryData(keys.messages(id), { messages: [] });
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(queryClient.getQueryData(keys.chats)).toMatchObject({ chats: [{ conversation: { id } }] });
    expect(queryClient.getQueryData(keys.messages(id))).toBeDefined();
    stop();
  });
});

it('is undone by a new message in a list fetched after a disconnect or sleep', async () => {
  const listed = (lastSeq: number, n: number) => ({
    chats: [{ conversation: { id }, lastSeq, num_unread_messages: 0 }],
    version: { epoch: 'one', n },
  });
  queryClient.setQueryData(keys.chats, listed(7, 1));
  const stop = followRemovals();
  const decide = removeChat(id, listener());
  await queryClient.fetchQuery({ queryKey: keys.chats, queryFn: () => listed(9, 3), staleTime: 0 });
  await decided(decide);
  expect(calls).toEqual([]);
  expect(removedConversations().size).toBe(0);
  stop();
});

it('removes an older conversation from the loaded pages', async () => {
  const older = [...keys.olderChats, 'x'];
  queryClient.setQueryData(older, { pages: [{ chats: [{ conversation: { id } }] }], pageParams: ['x'] });
  await decided(removeChat(id, listener()));
  await vi.advanceTimersByTimeAsync(100);
  expect(queryClient.getQueryData(older)).toMatchObject({ pages: [{ chats: [] }] });
});

it.each(['slept', 'was cut off'])(
  'fetches the list before it removes anything after the page %s',
  async (how) => {
    const decide = removeChat(id, listener());
    if (how === 'slept') vi.setSystemTime(Date.now() + 3_600_000);
    else setConnected(false);
    await decided(decide);
    expect(calls.map((call) => call.slice(0, 18))).toEqual(['GET /api/chats.php', 'DELETE /api/chat.p']);
  },
);
