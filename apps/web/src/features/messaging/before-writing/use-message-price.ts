import { getMessagePrice } from '@heartline/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { keys } from '../../../client/query.ts';

/**
 * Price, limits and other facts before writing to a member, or before sending something for `credits`. They may be 15 s
 * old; the server decides at the send.
 */
export const messagePriceQuery = (profile: string, credits?: number) =>
  queryOptions({
    queryKey: keys.messagePrice(profile, credits),
    queryFn: ({ signal }) => call(getMessagePrice, { profile, credits }, { signal }),
    staleTime: 15_000,
    retry: false,
  });

/** Hook for the same; undefined until it is loaded. */
export function useMessagePrice(profile: string, credits?: number) {
  return useQuery(messagePriceQuery(profile, credits)).data;
}
