import type { Chat, getOlderChats, OutputOf, Toggle } from '@heartline/contracts';
import type { InfiniteData } from '@tanstack/react-query';
import { keys, queryClient } from '../../client/query.ts';
import { type Chats, muted, withMute } from '../../live/apply/chats.ts';
import { onLive } from '../../live/bus.ts';

type Older = InfiniteData<OutputOf<typeof getOlderChats>> | { chat: Chat };

/**
 * Changes one conversation beyond the newest, in the pages of the list and by itself where it is open; null takes it off
 * the pages. They are fetched page by page as the list is scrolled and never again, so what happens is written into them.
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

/** Notes that a conversation was muted, or is heard again, wherever it is listed. */
export function noteMute(conversation: string, mute: Toggle): void {
  queryClient.setQueryData<Chats>(keys.chats, (held) => held && withMute(held, conversation, mute));
  changeOlder(conversation, (chat) => muted(chat, mute));
}

/** Keeps older conversations as the member's other devices leave them. Returns how to stop. */
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
