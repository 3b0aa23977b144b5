import { getSignUpMatches } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { keys } from '../../client/query.ts';

/** Members that a new member may meet; the same few all day. */
export const signUpMatchesQuery = queryOptions({
  queryKey: keys.members({ signUpMatches: true }),
  queryFn: async ({ signal }) => (await call(getSignUpMatches, {}, { signal })).results,
  staleTime: Number.POSITIVE_INFINITY,
});
