import type { Chat } from '@heartline/contracts';
import { notifyManager, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { chatsQuery } from '../../client/chats-query.ts';
import { keys, queryClient } from '../../client/query.ts';
import { type Chats, withChat } from '../../live/apply/chats.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { changeOlder } from './older-in-hand.ts';
import { removedConversations, subscribeToRemovals } from './remove-chat.ts';

/** The conversations in list order: newest first, without those just removed. Undefined until they are loaded. */
export function useChats(): readonly Chat[] | undefined {
  const { data } = useQuery(chatsQuery);
  const removed = useSyncExternalStore(subscribeToRemovals, removedConversations);
  return data?.chats.filter((chat) => !removed.has(chat.conversation.id));
}

/** True when the member gets no notifications of this conversation. */
export const isMuted = (chat: Pick<Chat, 'mute'>): boolean => chat.mute?.on === true;

let listed: readonly Chat[] | undefined;

/**
 * The conversations of the list now on the page, filtered and with older ones. Keyboard shortcuts step through them.
 */
export const listedChats = (): readonly Chat[] | undefined => listed;

/** Sets `listedChats` while the list is on the page. */
export function useListed(chats: readonly Chat[]): void {
  useEffect(() => {
    listed = chats;
    return () => {
      listed = undefined;
    };
  }, [chats]);
}

/** Stores how far the member has read, in the conversation and in the list, before the server answers. */
export function noteRead(conversation: string, readSeq: number): void {
  notifyManager.batch(() => {
    const asRead = (chat: Chat): Chat =>
      readSeq < chat.lastSeq ? chat : { ...chat, readSeq, num_unread_messages: 0 };
    queryClient.setQueryData<Chats>(keys.chats, (held) => held && withChat(held, conversation, asRead));
    changeOlder(conversation, asRead);
    queryClient.setQueryData<Messages>(
      keys.messages(conversation),
      (held) => held && { ...held, readSeq: Math.max(held.readSeq, readSeq) },
    );
  });
}
