import type { Chat, Toggle } from '@heartline/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keys, queryClient } from '../../client/query.ts';
import { emitLive } from '../../live/bus.ts';
import { noteRead } from './chats.ts';
import { followOlder, noteMute } from './older-in-hand.ts';

const older = [...keys.olderChats, 'x'];
const byItself = [...keys.olderChats, 'one', 'c2'];
const on: Toggle = { on: true, rev: 2 };
const chat = (id: string) =>
  ({ conversation: { id }, lastSeq: 3, readSeq: 1, num_unread_messages: 2 }) as Chat;

beforeEach(() => {
  queryClient.setQueryData(older, {
    pages: [{ chats: [chat('c1')] }, { chats: [chat('c2'), chat('c3')] }],
    pageParams: ['x', 'y'],
  });
  queryClient.setQueryData(byItself, { chat: chat('c2') });
});
afterEach(() => queryClient.clear());

const listed = () =>
  queryClient.getQueryData<{ pages: { chats: Chat[] }[] }>(older)?.pages.flatMap(({ chats }) => chats);
const opened = () => queryClient.getQueryData<{ chat: Chat }>(byItself)?.chat;
const muted = () => listed()?.map(({ mute }) => mute?.on ?? false);

it('mutes an older conversation in its page and where it is open', () => {
  noteMute('c2', on);
  expect(muted()).toEqual([false, true, false]);
  expect(opened()?.mute).toEqual(on);
  noteMute('c2', { on: false, rev: 1 });
  expect(opened()?.mute).toEqual(on);
});

it('applies changes of other devices: muted, read, removed', () => {
  const stop = followOlder();
  emitLive('conversation:muted', { conversation: 'c1', mute: on } as never);
  expect(muted()).toEqual([true, false, false]);
  emitLive('conversation:marked', { conversation: 'c3', readSeq: 2, num_unread_messages: 1 } as never);
  emitLive('conversation:marked', { conversation: 'c3', readSeq: 1, num_unread_messages: 2 } as never);
  expect(listed()?.map((one) => one.num_unread_messages)).toEqual([2, 2, 1]);
  emitLive('conversation:removed', { conversation: 'c1' } as never);
  expect(listed()?.map(({ conversation }) => conversation.id)).toEqual(['c2', 'c3']);
  stop();
  emitLive('conversation:removed', { conversation: 'c2' } as never);
  expect(listed()).toHaveLength(2);
});

it('marks an older conversation as read in its page', () => {
  noteRead('c2', 3);
  expect(listed()?.map((one) => one.num_unread_messages)).toEqual([2, 0, 2]);
});
