import { getMessagePrice } from '@heartline/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { keys } from '../../../client/query.ts';

/**
 * What to know before writing to somebody, or before sending them what costs `credits`. It may be a moment old; the send
 * decides.
 */
export const messagePriceQuery = (profile: string, credits?: number) =>
  queryOptions({
    queryKey: keys.messagePrice(profile, credits),
    queryFn: ({ signal }) => call(getMessagePrice, { profile, credits }, { signal }),
    staleTime: 15_000,
    retry: false,
  });

/** The same, in a component; undefined until it is known. */
export function useMessagePrice(profile: string, credits?: number) {
  return useQuery(messagePriceQuery(profile, credits)).data;
}
