// @vitest-environment happy-dom
import { type Message, queueChanged } from '@heartline/contracts';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../client/query.ts';
import { renderPageHook } from '../../../testing/render-page.tsx';
import { useDeskLive } from './desk-live.ts';
import { queueQuery } from './operator-queries.ts';
import { useHistory } from './use-history.ts';

/** What the page hears on its line, by the names of the events. */
const line = vi.hoisted(() => new Map<string, (payload?: unknown) => void>());
vi.mock('socket.io-client', () => ({
  io: () => ({
    on: (name: string, listener: (payload?: unknown) => void) => line.set(name, listener),
    removeAllListeners: () => line.clear(),
    disconnect: () => undefined,
  }),
}));

const CONVERSATION = 'c1';
/** Rows and what was taken back of them, as the server has it. */
let rows: Message[];
let takenBack: number;
/** How far the queue says that it goes; nothing while it does not wait. */
let inQueue: number | undefined;
/** From which rows on more was asked for; 1 stands for the newest page. */
let asked: number[];
/** Questions the server leaves open, and how to answer them. */
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
    useDeskLive();
    return useHistory(CONVERSATION);
  });
  history = result;
  await waitFor(() => expect(line.has(queueChanged.name)).toBe(true));
}

async function open(): Promise<void> {
  await begin();
  await waitFor(() => expect(shown()).toHaveLength(2));
}

const hear = (change: { lastSeq: number; gone?: number; conversation?: string }) =>
  act(async () => line.get(queueChanged.name)?.({ conversation: CONVERSATION, waiting: true, ...change }));
const shown = () => history.current.messages.map(({ text }) => text);

it('adds what comes, to its end, and leaves other conversations alone', async () => {
  await open();
  expect([shown(), history.current.takenBack]).toEqual([['Row 2', 'Row 3'], 0]);
  rows.push(row(4), row(5), row(6));
  await hear({ lastSeq: 6, conversation: 'c2' });
  expect(shown()).toHaveLength(2);
  await hear({ lastSeq: 6 });
  expect(shown()).toEqual(['Row 2', 'Row 3', 'Row 4', 'Row 5', 'Row 6']);
});

it('what is taken back goes at once, and only then counts as seen', async () => {
  await open();
  takeBack(2);
  expect(history.current.takenBack).toBe(0);
  await hear({ lastSeq: 3, gone: 2 });
  expect([shown(), history.current.takenBack]).toEqual([['', 'Row 3'], 1]);
});

it('what was taken back while the line was away goes when it is back', async () => {
  await open();
  takeBack(3);
  await act(async () => line.get('connect')?.());
  expect([shown(), history.current.takenBack]).toEqual([['Row 2', ''], 1]);
});

it('an answer that comes late brings nothing back that is gone', async () => {
  await open();
  isSlow = true;
  await act(async () => history.current.reload());
  takeBack(2);
  isSlow = false;
  await hear({ lastSeq: 3, gone: 2 });
  await act(async () => late.shift()?.());
  expect([shown(), history.current.takenBack]).toEqual([['', 'Row 3'], 1]);
});

it('an answer brings what had come before it unseen, and is one to what was seen alone', async () => {
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

it('what comes while the line is away comes with the next look at the queue', async () => {
  await open();
  rows.push(row(4));
  inQueue = 4;
  await act(() => queryClient.refetchQueries({ queryKey: queueQuery.queryKey }));
  await waitFor(() => expect(shown()).toEqual(['Row 2', 'Row 3', 'Row 4']));
});

it('what is heard of before the newest page is there is read after that page, and no row of the past', async () => {
  isSlow = true;
  await begin();
  rows.push(row(4));
  isSlow = false;
  await hear({ lastSeq: 4 });
  expect(history.current.seen.upTo).toBe(0);
  await act(async () => late.shift()?.());
  await waitFor(() => expect(shown()).toEqual(['Row 2', 'Row 3', 'Row 4']));
  expect(asked).toEqual([1, 3]);
});
