import type { Message } from '@heartline/contracts';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { type Messages, withOlder } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import type { DurableEvent } from '../../live/apply/stale.ts';
import { setStream } from '../../live/stream.ts';
import { messagesQuery } from './messages-query.ts';

const conversation = 'c'.repeat(24);

const rows = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    conversation,
    seq: from + index,
    sender: 'b'.repeat(24),
    clientId: `k${from + index}`,
    kind: 'text',
    text: 'x',
    at: from + index,
  }));

const page = (from: number, to: number): Messages => ({
  messages: rows(from, to),
  lastSeq: 120,
  hasOlder: from > 1,
  readSeq: 0,
  deliveredSeq: 0,
  receipts: RECEIPTS_OFF,
  seenSeq: 0,
});

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

it('keeps older pages that load while the newest rows are fetched again', async () => {
  const answer = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', () => {
    asked.resolve();
    return answer.promise;
  });
  const { queryKey } = messagesQuery(conversation);
  queryClient.setQueryData(queryKey, page(71, 120));
  const fetching = queryClient.fetchQuery({ ...messagesQuery(conversation), staleTime: 0 });
  await asked.promise;
  queryClient.setQueryData<Messages>(queryKey, (held) => held && withOlder(held, page(21, 70)));
  answer.resolve(Response.json({ ...page(71, 120), version: null }));
  await fetching;
  const held = queryClient.getQueryData<Messages>(keys.messages(conversation));
  expect(held?.messages.map(({ seq }) => seq)).toEqual(rows(21, 120).map(({ seq }) => seq));
  expect(held?.hasOlder).toBe(true);
});

const list = (older: boolean) => ({
  chats: [],
  version: null,
  ...(older && { older: { before: 'x', unread: 0 } }),
});

it.each([
  { older: false, asked: ['/api/chats.php'] },
  { older: true, asked: ['/api/chats.php', '/api/messages.php'] },
])('fetches an unlisted conversation only if the list has more pages: $older', async ({ older, asked }) => {
  const paths: string[] = [];
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://localhost');
    paths.push(pathname);
    return Response.json(pathname.includes('chats') ? list(older) : { ...page(71, 120), version: null });
  });
  const { messages } = await queryClient.fetchQuery(messagesQuery(conversation));
  expect(paths).toEqual(asked);
  expect(messages).toHaveLength(older ? 50 : 0);
});

it('applies events that arrive while later pages are fetched', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  const second = Promise.withResolvers<Response>();
  const asked: string[] = [];
  const version = { epoch: 'e', n: 1 };
  const answer = (from: number, to: number) => Response.json({ ...page(from, to), version });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return asked.length === 1 ? answer(1, 100) : second.promise;
  });
  const events: DurableEvent[] = [];
  setStream({ eventsAfter: () => [...events] });
  onTestFinished(() => setStream(undefined));
  queryClient.setQueryData(keys.messages(conversation), page(1, 120));
  const fetching = queryClient.fetchQuery({ ...messagesQuery(conversation), staleTime: 0 });
  await vi.waitUntil(() => asked.length === 2);
  events.push({ name: 'message:gone', payload: { conversation, seq: 5, gone: 'unsent' } } as never);
  second.resolve(answer(101, 120));
  await fetching;
  const held = queryClient.getQueryData<Messages>(keys.messages(conversation));
  expect(held?.messages.find(({ seq }) => seq === 5)?.gone).toBe('unsent');
});
