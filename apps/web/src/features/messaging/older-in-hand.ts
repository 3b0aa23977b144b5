import type { Chat, getOlderChats, OutputOf, Toggle } from '@heartline/contracts';
import type { InfiniteData } from '@tanstack/react-query';
import { keys, queryClient } from '../../client/query.ts';
import { type Chats, muted, withMute } from '../../live/apply/chats.ts';
import { onLive } from '../../live/bus.ts';

type Older = InfiniteData<OutputOf<typeof getOlderChats>> | { chat: Chat };

/**
 * Changes an older conversation in the pages of the list and in its own query; null removes it from the pages. Pages
 * are fetched once and never again, so every change must be written into them.
 */
export function changeOlder(conversation: string, change: (chat: Chat) => Chat | null): void {
  const changed = (chat: Chat) => (chat.conversation.id === conversation ? change(chat) : chat);
  queryClient.setQueriesData<Older>({ queryKey: keys.olderChats }, (held) => {
    if (!held) return held;
    if (!('pages' in held)) return { ...held, chat: changed(held.chat) ?? held.chat };
    const pages = held.pages.map((page) => ({
      ...page,
      chats: page.chats.flatMap((chat) => changed(chat) ?? []),
    }));
    return { ...held, pages };
  });
}

/** Stores that a conversation was muted or unmuted, wherever it is held. */
export function noteMute(conversation: string, mute: Toggle): void {
  queryClient.setQueryData<Chats>(keys.chats, (held) => held && withMute(held, conversation, mute));
  changeOlder(conversation, (chat) => muted(chat, mute));
}

/** Applies changes of the member's other devices to older conversations. Returns a function that stops it. */
export function followOlder(): () => void {
  const stops = [
    onLive('conversation:muted', ({ conversation, mute }) =>
      changeOlder(conversation, (chat) => muted(chat, mute)),
    ),
    onLive('conversation:marked', ({ conversation, readSeq, num_unread_messages }) =>
      changeOlder(conversation, (chat) =>
        readSeq < chat.readSeq ? chat : { ...chat, readSeq, num_unread_messages },
      ),
    ),
    onLive('conversation:removed', ({ conversation }) => changeOlder(conversation, () => null)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
