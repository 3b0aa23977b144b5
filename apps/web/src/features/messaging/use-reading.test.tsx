// @vitest-environment happy-dom
import type { Message } from '@heartline/contracts';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Messages } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import { followAttention } from '../../live/attention.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useReading } from './use-reading.ts';

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
  onTestFinished(followAttention());
});

/** The conversation of Mara. Answers where new messages begin, each time it is drawn. */
function open() {
  let drawn: { held: Messages; isFetching: boolean };
  const draw = () => renderPageHook(() => useReading('c', drawn.held, drawn.isFetching, 'mara'));
  let page: ReturnType<typeof draw> | undefined;
  return (readSeq: number, lastSeq: number, isFetching: boolean) => {
    drawn = { held: messages(readSeq, lastSeq), isFetching };
    if (page) page.rerender();
    else page = draw();
    return page.result.current;
  };
}

it('new messages begin at what was missed without the network, also for who never looked away', () => {
  const show = open();
  expect(show(3, 3, false)).toBeNull();
  expect(show(3, 3, true)).toBeNull();
  expect(show(3, 40, false)).toBe(3);
});

it('what comes by itself while it is looked at is not marked as new', () => {
  const show = open();
  expect(show(3, 3, false)).toBeNull();
  expect(show(3, 4, false)).toBeNull();
});
