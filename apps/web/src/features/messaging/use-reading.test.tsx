// @vitest-environment happy-dom
import type { Message } from '@heartline/contracts';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Messages } from '../../live/apply/messages.ts';
import { RECEIPTS_OFF } from '../../live/apply/signs.ts';
import { followAttention } from '../../live/attention.ts';
import { renderPageHook } from '../../testing/render-page.tsx';
import { useReading } from './use-reading.ts';

/** Messages of Jonas up to `lastSeq`. */
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

/** Opens the conversation of Mara. The returned function renders it and returns the read mark. */
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

it('starts new messages at those missed offline, even if the page stayed in focus', () => {
  const show = open();
  expect(show(3, 3, false)).toBeNull();
  expect(show(3, 3, true)).toBeNull();
  expect(show(3, 40, false)).toBe(3);
});

it('does not mark a message as new that arrives while it is looked at', () => {
  const show = open();
  expect(show(3, 3, false)).toBeNull();
  expect(show(3, 4, false)).toBeNull();
});
