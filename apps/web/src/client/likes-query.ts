import { getLikes } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys, orKept } from './query.ts';

/** Likes given and received; kept fresh by live events. Apart from the first paint. */
export const likesQuery = queryOptions({
  queryKey: keys.likes,
  queryFn: ({ signal }) => orKept(keys.likes, call(getLikes, {}, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
