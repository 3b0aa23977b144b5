// @vitest-environment happy-dom
import { type Message, queueChanged } from '@heartline/contracts';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { renderPageHook } from '../../../testing/render-page.tsx';
import { useInboxLive } from './inbox-live.ts';
import { queueQuery } from './operator-queries.ts';
import { useHistory } from './use-history.ts';

/** Listeners of the socket by event name. */
const line = vi.hoisted(() => new Map<string, (payload?: unknown) => void>());
vi.mock('socket.io-client', () => ({
  io: () => ({
    on: (name: string, listener: (payload?: unknown) => void) => line.set(name, listener),
    removeAllListeners: () => line.clear(),
    disconnect: () => undefined,
  }),
}));

const CONVERSATION = 'c1';
/** Rows of the server, and the number of messages taken back. */
let rows: Message[];
let takenBack: number;
/** Last row according to the queue; undefined while the conversation does not wait. */
let inQueue: number | undefined;
/** The `after` of each request; 1 means the newest page. */
let asked: number[];
/** Requests that the server has not answered, with the function to answer. */
let late: (() => void)[];
let isSlow: boolean;

const row = (seq: number) => ({ seq, text: `Row ${seq}` }) as Message;
function takeBack(seq: number): void {
  rows = rows.map((one) => (one.seq === seq ? { ...one, text: '', gone: 'unsent' } : one));
  takenBack += 1;
}

let history: { current: ReturnType<typeof useHistory> };

beforeEach(() => {
  [rows, takenBack, late, isSlow] = [[row(1), row(2), row(3)], 0, [], false];
  [inQueue, asked] = [undefined, []];
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://desk').searchParams;
    if (!path.includes('operator-messages')) {
      const entries = inQueue === undefined ? [] : [{ conversation: CONVERSATION, lastSeq: inQueue }];
      return Response.json({ waiting: entries.length, entries, serverAt: Date.now() });
    }
    const after = Number(query.get('after') ?? 1);
    asked.push(after);
    const messages = rows.filter(({ seq }) => seq > after).slice(0, 2);
    const answer = { messages, lastSeq: rows.length, hasOlder: true, covered: [], takenBack };
    if (isSlow) await new Promise<void>((resolve) => late.push(resolve));
    return Response.json(answer);
  });
});

async function begin(): Promise<void> {
  const { result } = renderPageHook(() => {
    useInboxLive();
    return useHistory(CONVERSATION);
  });
  history = result;
  await waitFor(() => expect(line.has(queueChanged.name)).toBe(true));
}

async function open(): Promise<void> {
  await begin();
  await waitFor(() => expect(shown()).toHaveLength(2));
}

const receive = (change: { lastSeq: number; gone?: number; conversation?: string }) =>
  act(async () => line.get(queueChanged.name)?.({ conversation: CONVERSATION, waiting: true, ...change }));
const shown = () => history.current.messages.map(({ text }) => text);

it('adds new messages at the end and ignores other conversations', async () => {
  await open();
  expect([shown(), history.current.takenBack]).toEqual([['Row 2', 'Row 3'], 0]);
  rows.push(row(4), row(5), row(6));
  await receive({ lastSeq: 6, conversation: 'c2' });
  expect(shown()).toHaveLength(2);
  await receive({ lastSeq: 6 });
  expect(shown()).toEqual(['Row 2', 'Row 3', 'Row 4', 'Row 5', 'Row 6']);
});

it('removes a message taken back at once, and counts it only then as seen', async () => {
  await open();
  takeBack(2);
  expect(history.current.takenBack).toBe(0);
  await receive({ lastSeq: 3, gone: 2 });
  expect([shown(), history.current.takenBack]).toEqual([['', 'Row 3'], 1]);
});

it('removes messages taken back offline when the connection is back', async () => {
  await open();
  takeBack(3);
  await act(async () => line.get('connect')?.());
  expect([shown(), history.current.takenBack]).toEqual([['Row 2', ''], 1]);
});

it('restores nothing taken back when an old answer arrives late', async () => {
  await open();
  isSlow = true;
  await act(async () => history.current.reload());
  takeBack(2);
  isSlow = false;
  await receive({ lastSeq: 3, gone: 2 });
  await act(async () => late.shift()?.());
  expect([shown(), history.current.takenBack]).toEqual([['', 'Row 3'], 1]);
});

it('loads unseen messages before an own answer, and counts only seen rows', async () => {
  await open();
  expect(history.current.seen).toEqual({ takenBack: 0, upTo: 3 });
  rows.push(row(4), row(5), row(6));
  await act(async () => history.current.addAnswer(row(6)));
  await waitFor(() => expect(shown()).toEqual(['Row 2', 'Row 3', 'Row 4', 'Row 5', 'Row 6']));
  expect(history.current.seen.upTo).toBe(6);
  rows.push(row(7));
  asked = [];
  await act(async () => history.current.addAnswer(row(7)));
  expect([history.current.seen.upTo, asked]).toEqual([7, []]);
});

it('loads messages that arrived offline with the next poll of the queue', async () => {
  await open();
  rows.push(row(4));
  inQueue = 4;
  await act(() => queryClient.refetchQueries({ queryKey: queueQuery.queryKey }));
  await waitFor(() => expect(shown()).toEqual(['Row 2', 'Row 3', 'Row 4']));
});

it('loads rows announced before the first page after that page', async () => {
  isSlow = true;
  await begin();
  rows.push(row(4));
  isSlow = false;
  await receive({ lastSeq: 4 });
  expect(history.current.seen.upTo).toBe(0);
  await act(async () => late.shift()?.());
  await waitFor(() => expect(shown()).toEqual(['Row 2', 'Row 3', 'Row 4']));
  expect(asked).toEqual([1, 3]);
});
