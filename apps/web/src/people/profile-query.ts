import { getProfile } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client/api.ts';
import { keys } from '../client/query.ts';

/** One member's profile as the server shows it to this member. */
export function profileQuery(id: string) {
  return queryOptions({
    queryKey: keys.profile(id),
    queryFn: async ({ signal }) => (await call(getProfile, { id }, { signal })).profile,
  });
}
