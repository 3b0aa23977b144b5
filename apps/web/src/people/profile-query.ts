import { getProfile } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client/api.ts';
import { keys } from '../client/query.ts';

/** One member's profile as the server shows it, where it stands beside something else: it is not opened by that. */
export function profileBeside(beside: 'chat' | 'report', id: string) {
  return queryOptions({
    queryKey: [...keys.profile(id), 'beside'],
    queryFn: async ({ signal }) => (await call(getProfile, { id, beside }, { signal })).profile,
  });
}
