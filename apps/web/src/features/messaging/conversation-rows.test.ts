import type { Message } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { conversationRows, createArranger, firstUnreadOf } from './conversation-rows.ts';
import type { OutboxEntry } from './outbox/outbox-store.ts';

const me = 'me';
const noon = new Date(2026, 10, 20, 12).getTime();
const minute = 60_000;

const message = (seq: number, sender: string, at = noon, clientId = `key${seq}`): Message => ({
  seq,
  sender,
  at,
  clientId,
  text: `text ${seq}`,
  kind: 'text',
  conversation: 'c',
});
const entry = (key: string, state: OutboxEntry['state'] = 'waiting', clientId = key): OutboxEntry =>
  ({ key, clientId, state, text: key, createdAt: noon, conversation: 'c' }) as OutboxEntry;
const rows = (messages: Message[], entries: OutboxEntry[] = [], more = {}) =>
  conversationRows({ messages, entries, me, deliveredSeq: 0, seenSeq: null, firstUnread: null, ...more });

describe('conversation rows', () => {
  it('groups the messages of one sender within five minutes', () => {
    const shown = rows([
      message(1, me),
      message(2, me),
      message(3, me),
      message(4, 'her'),
      message(5, me, noon + 6 * minute),
    ]);
    expect(shown.map((row) => row.position)).toEqual(['first', 'middle', 'last', 'single', 'single']);
    expect(rows([message(1, me), message(2, me, noon + 5 * minute)]).map((row) => row.position)).toEqual([
      'single',
      'single',
    ]);
  });

  it('keeps the rows that a new message does not change', () => {
    const arrange = createArranger();
    const all = [message(1, me), message(2, 'her'), message(3, 'her'), message(4, 'her')];
    const shown = (count: number, more = {}) =>
      arrange({
        messages: all.slice(0, count),
        entries: [],
        me,
        deliveredSeq: 0,
        seenSeq: 0,
        firstUnread: null,
        ...more,
      });
    const before = shown(3);
    const after = shown(4);
    expect(after.map((row, index) => row === before[index])).toEqual([true, true, false, false]);
    expect(after.map((row) => row.position)).toEqual(['single', 'first', 'middle', 'last']);
    const delivered = shown(4, { deliveredSeq: 1 });
    expect(delivered.map((row, index) => row === after[index])).toEqual([false, true, true, true]);
  });

  it('starts each day once', () => {
    const next = noon + 24 * 60 * minute;
    const shown = rows([message(1, me), message(2, 'her'), message(3, 'her', next), message(4, me, next)]);
    expect(shown.map((row) => row.startsDay)).toEqual([true, false, true, false]);
  });

  it('shows the state of own messages only', () => {
    const shown = rows(
      [message(1, me), message(2, 'her'), message(3, me)],
      [entry('d'), entry('e', 'failed')],
      {
        deliveredSeq: 1,
      },
    );
    expect(shown.map((row) => row.state)).toEqual(['delivered', undefined, 'sent', 'sending', 'failed']);
  });

  it('shows the state of an own message when the next one of its run is behind', () => {
    const run = (more: object) =>
      rows([message(1, me), message(2, me), message(3, me)], [entry('d')], more).map(
        (row) => row.hasOwnState,
      );
    expect(run({ deliveredSeq: 1 })).toEqual([true, undefined, true, undefined]);
    expect(run({ deliveredSeq: 3, seenSeq: 2 })).toEqual([undefined, true, true, undefined]);
    const arrange = createArranger();
    const input = { messages: [message(1, me), message(2, me)], entries: [], me, firstUnread: null };
    const [before] = arrange({ ...input, deliveredSeq: 1, seenSeq: null });
    const [after] = arrange({ ...input, deliveredSeq: 2, seenSeq: null });
    expect([before?.hasOwnState, after?.hasOwnState]).toEqual([true, undefined]);
  });

  it('shows “read” only while both members have receipts on, and else unknown', () => {
    const messages = [message(1, me), message(2, me), message(3, 'her')];
    const on = rows(messages, [], { deliveredSeq: 2, seenSeq: 1 });
    expect(on.map((row) => [row.state, row.isReadUnknown])).toEqual([
      ['read', undefined],
      ['delivered', undefined],
      [undefined, undefined],
    ]);
    const off = rows(messages, [], { deliveredSeq: 2, seenSeq: null });
    expect(off.map((row) => [row.state, row.isReadUnknown])).toEqual([
      ['delivered', true],
      ['delivered', true],
      [undefined, undefined],
    ]);
  });

  it('uses one row key while a message waits, expires and is sent', () => {
    const onItsWay = rows([message(1, 'her')], [entry('k')]);
    const again = rows([message(1, 'her')], [entry('k', 'waiting', 'k.2')]);
    const both = rows([message(1, 'her'), message(2, me, noon, 'k.2')], [entry('k', 'waiting', 'k.2')]);
    expect([onItsWay, again, both].map((shown) => shown.map((row) => row.key))).toEqual([
      ['1', 'k'],
      ['1', 'k'],
      ['1', 'k'],
    ]);
    expect(both[1]?.state).toBe('sent');
  });

  it('starts the unread line at the first unread message of the other member', () => {
    const messages = [message(1, 'her'), message(2, me), message(3, 'her'), message(4, 'her')];
    expect(firstUnreadOf(messages, me, 1)).toBe(3);
    expect(firstUnreadOf(messages, me, 4)).toBeNull();
    const backTaken = messages.map((message) => ({ ...message, gone: 'unsent' as const }));
    expect(firstUnreadOf(backTaken, me, 1)).toBeNull();
    const shown = rows(messages, [], { firstUnread: 4 });
    expect(shown.map((row) => row.startsUnread)).toEqual([false, false, false, true]);
    expect(shown.map((row) => row.position)).toEqual(['single', 'single', 'single', 'single']);
  });

  it('does not group failed messages', () => {
    const shown = rows([], [entry('a'), entry('b', 'held'), entry('c')]);
    expect(shown.map((row) => row.position)).toEqual(['single', 'single', 'single']);
  });
});
