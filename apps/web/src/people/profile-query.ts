import { getProfile } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client/api.ts';
import { keys } from '../client/query.ts';

/** A member's profile shown beside something else. This does not count as opening it. */
export function profileBeside(beside: 'chat' | 'report' | 'deck', id: string) {
  return queryOptions({
    queryKey: [...keys.profile(id), 'beside'],
    queryFn: async ({ signal }) => (await call(getProfile, { id, beside }, { signal })).profile,
  });
}
