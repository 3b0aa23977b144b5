import type { Message } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { applyToChats, type Chats, totalUnread } from './chats.ts';
import { applyToMessages, type Messages, withNewer, withOlder } from './messages.ts';
import { RECEIPTS_OFF } from './signs.ts';
import { type LiveEvent, STALE } from './stale.ts';

const HER = 'b'.repeat(24);
const TALK = 'c'.repeat(24);

const event = (name: LiveEvent['name'], payload: object) =>
  ({ name, payload: { conversation: TALK, ...payload } }) as unknown as LiveEvent;
const message = (seq: number, more: object = {}) =>
  ({
    conversation: TALK,
    seq,
    sender: HER,
    clientId: `k${seq}`,
    text: 'x',
    at: seq,
    kind: 'text',
    ...more,
  }) as Message;
const created = (seq: number, more: object = {}) =>
  event('message:created', { message: message(seq, more), profile: HER });

const list = (chat: object = {}, older?: { unread: number }): Chats =>
  ({
    chats: [
      {
        conversation: { id: TALK },
        profile: { id: HER },
        lastSeq: 9,
        readSeq: 5,
        deliveredSeq: 7,
        num_unread_messages: 4,
        ...chat,
      },
    ],
    older,
    version: { epoch: 'one', n: 1 },
  }) as unknown as Chats;
const [about, elsewhere] = [(chats: unknown) => (chats as Chats).chats[0], { conversation: 'd'.repeat(24) }];

describe('the list of conversations', () => {
  it('counts unread messages up to a hundred', () => {
    const ninetyNine = applyToChats(list({ num_unread_messages: 99 }), created(10));
    expect(about(ninetyNine)).toMatchObject({ num_unread_messages: 100 });
    expect(about(applyToChats(ninetyNine as Chats, created(11)))).toMatchObject({ num_unread_messages: 100 });
  });

  it('shows the text again where a picture was shown before', () => {
    expect(about(applyToChats(list({ previewKind: 'photo' }), created(10)))).not.toHaveProperty(
      'previewKind',
    );
    expect(about(applyToChats(list(), created(10, { kind: 'gift' })))).toMatchObject({ previewKind: 'gift' });
  });

  it('applies the change of a repeated message and leaves the next one alone', () => {
    const gone = applyToChats(list(), created(10, { kind: 'photo', text: '', gone: 'unsent' })) as Chats;
    expect(about(gone)).toMatchObject({ preview: '', previewKind: 'photo', previewGone: 'unsent' });
    expect(about(applyToChats(gone, created(11)))).not.toHaveProperty('previewGone');
  });

  it('refetches for a message that is gone only if it was unread or the newest', () => {
    const held = list();
    const gone = (seq: number) => applyToChats(held, event('message:gone', { seq, gone: 'unsent' }));
    expect([gone(5), gone(6), gone(8), gone(9)]).toEqual([held, STALE, STALE, STALE]);
    const read = list({ readSeq: 9 });
    expect(applyToChats(read, event('message:gone', { seq: 9, gone: 'unsent' }))).toBe(STALE);
    expect(applyToChats(read, event('message:gone', { seq: 8, gone: 'unsent' }))).toBe(read);
  });

  it('refetches the unread count when a hidden member is not in the list', () => {
    const hidden = (profile: string) => event('profile:hidden', { profile });
    expect(applyToChats(list({}, { unread: 3 }), hidden('d'.repeat(24)))).toBe(STALE);
    expect(applyToChats(list({}, { unread: 3 }), hidden(HER))).toMatchObject({ chats: [] });
    expect(applyToChats(list(), hidden('d'.repeat(24)))).toEqual(list());
  });

  it('applies a read mark to the rows it was made at, and no older mark', () => {
    const held = list();
    const marked = (mark: object) =>
      applyToChats(held, event('conversation:marked', { num_unread_messages: 1, ...mark }));
    expect(about(marked({ readSeq: 8, lastSeq: 9 }))).toMatchObject({ readSeq: 8, num_unread_messages: 1 });
    expect(marked({ readSeq: 8, lastSeq: 10 })).toBe(STALE);
    expect(marked({ readSeq: 4, lastSeq: 9 })).toBe(held);
  });

  it('counts unread beyond the list, and refetches after a read mark there', () => {
    const mark = { ...elsewhere, readSeq: 1, lastSeq: 1, num_unread_messages: 0 };
    const beyond = list({}, { unread: 3 });
    expect(totalUnread(beyond)).toBe(7);
    expect(totalUnread(list())).toBe(4);
    expect(applyToChats(beyond, event('conversation:marked', mark))).toBe(STALE);
    const whole = list();
    expect(applyToChats(whole, event('conversation:marked', mark))).toBe(whole);
  });

  it('refetches the mute state beyond the list after a switch there', () => {
    const pressed = event('conversation:muted', { ...elsewhere, mute: { on: false, rev: 2 } });
    expect(applyToChats(list({}, { unread: 3 }), pressed)).toBe(STALE);
    const whole = list();
    expect(applyToChats(whole, pressed)).toBe(whole);
  });

  it('never reports an arrived message as not arrived', () => {
    const delivered = (deliveredSeq: number) =>
      about(applyToChats(list(), event('conversation:delivered', { deliveredSeq })))?.deliveredSeq;
    expect([delivered(6), delivered(8)]).toEqual([7, 8]);
  });
});

describe('an open conversation', () => {
  const open = (rows: Message[], more: object = {}): Messages => ({
    messages: rows,
    lastSeq: rows.at(-1)?.seq ?? 0,
    hasOlder: false,
    readSeq: 5,
    deliveredSeq: 5,
    receipts: RECEIPTS_OFF,
    seenSeq: 5,
    ...more,
  });

  it('adds nothing to an older section', () => {
    const held = open([message(1), message(2)], { hasNewer: true });
    expect(applyToMessages(held, TALK, created(3))).toBe(held);
    expect(applyToMessages(open([message(1), message(2)]), TALK, created(3))).toMatchObject({ lastSeq: 3 });
  });

  it('removes a message that is gone, and its quotes', () => {
    const quote = { seq: 1, sender: HER, kind: 'text', text: 'secret' };
    const held = open([message(1, { text: 'secret' }), message(2, { quote })]);
    const after = applyToMessages(held, TALK, event('message:gone', { seq: 1, gone: 'unsent' }));
    expect(JSON.stringify(after)).not.toContain('secret');
    expect(after).toMatchObject({ messages: [{ gone: 'unsent' }, { text: 'x', quote: { gone: 'unsent' } }] });
  });

  it('never moves a read mark back', () => {
    const names = {
      'conversation:marked': 'readSeq',
      'conversation:delivered': 'deliveredSeq',
      'conversation:seen': 'seenSeq',
    };
    for (const [name, mark] of Object.entries(names)) {
      const moved = (seq: number) =>
        (
          applyToMessages(
            open([message(9)]),
            TALK,
            event(name as LiveEvent['name'], { [mark]: seq }),
          ) as Messages
        )[mark as 'readSeq'];
      expect([moved(4), moved(6)], name).toEqual([5, 6]);
    }
  });

  it('trusts the newer of two rows: a page of newer rows, held rows over older', () => {
    const held = open([message(1, { text: 'held' })]);
    const page = open([message(1, { text: 'page' })]);
    expect(withNewer(held, page).messages).toMatchObject([{ text: 'page' }]);
    expect(withOlder(held, page).messages).toMatchObject([{ text: 'held' }]);
  });
});
