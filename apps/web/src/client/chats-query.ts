import { getChats } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys, orPersisted } from './query.ts';

/**
 * Conversations of the signed-in member. Live events keep them fresh. In a module of its own to stay out of the first
 * chunk.
 */
export const chatsQuery = queryOptions({
  queryKey: keys.chats,
  queryFn: ({ signal }) => orPersisted(keys.chats, call(getChats, {}, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
