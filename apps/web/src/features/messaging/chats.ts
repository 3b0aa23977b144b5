import type { Chat } from '@heartline/contracts';
import { notifyManager, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { chatsQuery } from '../../client/chats-query.ts';
import { keys, queryClient } from '../../client/query.ts';
import { type Chats, withChat } from '../../live/apply/chats.ts';
import type { Messages } from '../../live/apply/messages.ts';
import { changeOlder } from './older-in-hand.ts';
import { removedConversations, subscribeToRemovals } from './remove-chat.ts';

/** The conversations as the list shows them: newest first, without those just removed. Undefined until they are there. */
export function useChats(): readonly Chat[] | undefined {
  const { data } = useQuery(chatsQuery);
  const removed = useSyncExternalStore(subscribeToRemovals, removedConversations);
  return data?.chats.filter((chat) => !removed.has(chat.conversation.id));
}

/** Whether the member wants to be told of nothing that comes in it. */
export const isMuted = (chat: Pick<Chat, 'mute'>): boolean => chat.mute?.on === true;

let listed: readonly Chat[] | undefined;

/** The conversations that the list on the page stands for now, filtered and with older ones: what keys go by. */
export const listedChats = (): readonly Chat[] | undefined => listed;

/** Says so, while the list is there. */
export function useListed(chats: readonly Chat[]): void {
  useEffect(() => {
    listed = chats;
    return () => {
      listed = undefined;
    };
  }, [chats]);
}

/** Notes how far the member has read, here and in the list, before the server answers. */
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
