import { type Chat, getChat, getOlderChats } from '@heartline/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { call } from '../../client/api.ts';
import { chatsQuery } from '../../client/chats-query.ts';
import { keys } from '../../client/query.ts';
import { useChats } from './chats.ts';
import { removedConversations, subscribeToRemovals } from './remove-chat.ts';

/**
 * All conversations of a member: those that live events update, then the older ones, page by page as the list is
 * scrolled. An older one with a new message moves to the first kind.
 */
export function useAllChats(): {
  chats: readonly Chat[] | undefined;
  hasMore: boolean;
  /** An older conversation, loaded or not, is muted. */
  hasMuted: boolean;
  /** The next page failed to load and waits for a press. */
  hasFailed: boolean;
  loadMore: () => void;
} {
  const chats = useChats();
  const removed = useSyncExternalStore(subscribeToRemovals, removedConversations);
  const { before, muted } = useQuery(chatsQuery).data?.older ?? {};
  const older = useInfiniteQuery({
    queryKey: [...keys.olderChats, before],
    queryFn: ({ pageParam, signal }) => call(getOlderChats, { before: pageParam }, { signal }),
    initialPageParam: before ?? '',
    getNextPageParam: (page) => page.older?.before,
    enabled: false,
  });
  const all = useMemo(() => {
    const known = new Set(chats?.map((chat) => chat.conversation.id));
    const rest = older.data?.pages.flatMap((page) => page.chats) ?? [];
    return (
      chats && [...chats, ...rest.filter(({ conversation: { id } }) => !known.has(id) && !removed.has(id))]
    );
  }, [chats, older.data, removed]);
  return {
    chats: all,
    hasMore: before !== undefined && (older.data === undefined || older.hasNextPage),
    hasMuted: muted === true,
    hasFailed: older.isFetchNextPageError && !older.isFetching,
    loadMore: () => {
      if (!older.isFetching) void older.fetchNextPage();
    },
  };
}

/** A conversation that the list does not hold: an older or a removed one. */
export function useChatBeyondList(conversation: string | undefined) {
  return useQuery({
    queryKey: [...keys.olderChats, 'one', conversation],
    queryFn: ({ signal }) => call(getChat, { conversation: conversation ?? '' }, { signal }),
    enabled: conversation !== undefined,
    staleTime: 0,
  });
}
