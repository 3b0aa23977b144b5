import { getInterests } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';
import { keys } from './query.ts';

/** The interests a member can choose from, as keys. In a module of its own: the first paint does not need it. */
export const interestsQuery = queryOptions({
  queryKey: keys.interests,
  queryFn: async ({ signal }) => (await call(getInterests, {}, { signal })).interests,
  staleTime: Number.POSITIVE_INFINITY,
});
