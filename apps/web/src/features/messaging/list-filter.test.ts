import type { Chat } from '@heartline/contracts';
import { describe, expect, it } from 'vitest';
import { chatsCalled, filterChats } from './list-filter.ts';

const chat = (id: string, name: string, unread = 0, fictional = false) =>
  ({ conversation: { id }, profile: { name, fictional }, num_unread_messages: unread }) as Chat;

const CHATS = [chat('a', 'Zoë', 2), chat('b', 'Jonas'), chat('c', 'Mila', 1, true)];
const ids = (chats: readonly Chat[]) => chats.map(({ conversation }) => conversation.id);

describe('list filters', () => {
  it('keep matching conversations, and the open one under “unread”', () => {
    expect(ids(filterChats(CHATS, 'all', undefined))).toEqual(['a', 'b', 'c']);
    expect(ids(filterChats(CHATS, 'unread', undefined))).toEqual(['a', 'c']);
    expect(ids(filterChats(CHATS, 'unread', 'b'))).toEqual(['a', 'b', 'c']);
    expect(ids(filterChats(CHATS, 'real', 'c'))).toEqual(['a', 'b']);
    const muted = CHATS.map((one, index) => ({ ...one, mute: { on: index === 1, rev: 1 } }));
    expect(ids(filterChats(muted, 'muted', 'a'))).toEqual(['b']);
  });

  it('find members by the beginning of their name, without accents', () => {
    expect(ids(chatsCalled(CHATS, 'zoe'))).toEqual(['a']);
    expect(ids(chatsCalled([chat('d', 'Łucja'), chat('e', 'Bjørn')], 'lucja'))).toEqual(['d']);
    expect(ids(chatsCalled([chat('d', 'Łucja'), chat('e', 'Bjørn')], 'BJORN'))).toEqual(['e']);
    expect(ids(chatsCalled(CHATS, ' '))).toEqual([]);
  });
});
