import { getLikes } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys, orPersisted } from './query.ts';

/** Likes given and received; kept fresh by live events. Apart from the first paint. */
export const likesQuery = queryOptions({
  queryKey: keys.likes,
  queryFn: ({ signal }) => orPersisted(keys.likes, call(getLikes, {}, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
