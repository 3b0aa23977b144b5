import { getLikes } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys, orPersisted } from './query.ts';

/** Likes given and received. Live events keep them fresh. In a module of its own to stay out of the first chunk. */
export const likesQuery = queryOptions({
  queryKey: keys.likes,
  queryFn: ({ signal }) => orPersisted(keys.likes, call(getLikes, {}, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
