// @vitest-environment happy-dom
import type { Message } from '@heartline/contracts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Messages } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import { followAttention } from '../../live/attention.ts';
import { useReading } from './use-reading.ts';

let show: (readSeq: number, lastSeq: number, isFetching: boolean) => number | null | undefined;
let stop: () => void;

/** Rows of Jonas up to `lastSeq`. */
function messages(readSeq: number, lastSeq: number): Messages {
  const rows = Array.from(
    { length: lastSeq },
    (_, index) => ({ seq: index + 1, sender: 'jonas' }) as Message,
  );
  return { ...NOTHING_ELSE, messages: rows, lastSeq, readSeq };
}
const NOTHING_ELSE = { hasOlder: false, deliveredSeq: 0, receipts: RECEIPTS_OFF, seenSeq: 0 };

beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.stubGlobal('fetch', async () => Response.json({}));
  stop = followAttention();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const told = vi.fn<(from: number | null) => void>();
  const Reader = ({ held, isFetching }: { held: Messages; isFetching: boolean }) => {
    told(useReading('c', held, isFetching, 'mara'));
    return null;
  };
  show = (readSeq, lastSeq, isFetching) => {
    flushSync(() => root.render(<Reader held={messages(readSeq, lastSeq)} isFetching={isFetching} />));
    return told.mock.lastCall?.[0];
  };
  return () => root.unmount();
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('new messages begin at what was missed without the network, also for who never looked away', () => {
  expect(show(3, 3, false)).toBeNull();
  expect(show(3, 3, true)).toBeNull();
  expect(show(3, 40, false)).toBe(3);
});

it('what comes by itself while it is looked at is not marked as new', () => {
  expect(show(3, 3, false)).toBeNull();
  expect(show(3, 4, false)).toBeNull();
});
