// @vitest-environment happy-dom
import { type Message, queueChanged } from '@heartline/contracts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useDeskLive } from './desk-live.ts';
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
/** Questions the server leaves open, and how to answer them. */
let late: (() => void)[];
let isSlow: boolean;

const row = (seq: number) => ({ seq, text: `Row ${seq}` }) as Message;
function takeBack(seq: number): void {
  rows = rows.map((one) => (one.seq === seq ? { ...one, text: '', gone: 'unsent' } : one));
  takenBack += 1;
}

let root: Root;
let history: ReturnType<typeof useHistory>;

function Desk({ onDraw }: { onDraw: (now: ReturnType<typeof useHistory>) => void }) {
  useDeskLive();
  onDraw(useHistory(CONVERSATION));
  return null;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  [rows, takenBack, late, isSlow] = [[row(1), row(2), row(3)], 0, [], false];
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://desk').searchParams;
    if (!path.includes('operator-messages')) return Response.json({ waiting: 0, entries: [] });
    const after = Number(query.get('after') ?? 1);
    const messages = rows.filter(({ seq }) => seq > after).slice(0, 2);
    const answer = { messages, lastSeq: rows.length, hasOlder: true, covered: [], takenBack };
    if (isSlow) await new Promise<void>((resolve) => late.push(resolve));
    return Response.json(answer);
  });
  root = createRoot(document.body);
  const onDraw = (now: typeof history) => {
    history = now;
  };
  await act(async () => root.render(<Desk onDraw={onDraw} />));
  await vi.waitFor(() => expect(line.has(queueChanged.name)).toBe(true));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const hear = (change: { lastSeq: number; gone?: number; conversation?: string }) =>
  act(async () => line.get(queueChanged.name)?.({ conversation: CONVERSATION, waiting: true, ...change }));
const shown = () => history.messages.map(({ text }) => text);

it('adds what comes, to its end, and leaves other conversations alone', async () => {
  expect([shown(), history.takenBack]).toEqual([['Row 2', 'Row 3'], 0]);
  rows.push(row(4), row(5), row(6));
  await hear({ lastSeq: 6, conversation: 'c2' });
  expect(shown()).toHaveLength(2);
  await hear({ lastSeq: 6 });
  expect(shown()).toEqual(['Row 2', 'Row 3', 'Row 4', 'Row 5', 'Row 6']);
});

it('what is taken back goes at once, and only then counts as seen', async () => {
  takeBack(2);
  expect(history.takenBack).toBe(0);
  await hear({ lastSeq: 3, gone: 2 });
  expect([shown(), history.takenBack]).toEqual([['', 'Row 3'], 1]);
});

it('what was taken back while the line was away goes when it is back', async () => {
  takeBack(3);
  await act(async () => line.get('connect')?.());
  expect([shown(), history.takenBack]).toEqual([['Row 2', ''], 1]);
});

it('an answer that comes late brings nothing back that is gone', async () => {
  isSlow = true;
  await act(async () => history.reload());
  takeBack(2);
  isSlow = false;
  await hear({ lastSeq: 3, gone: 2 });
  await act(async () => late.shift()?.());
  expect([shown(), history.takenBack]).toEqual([['', 'Row 3'], 1]);
});
