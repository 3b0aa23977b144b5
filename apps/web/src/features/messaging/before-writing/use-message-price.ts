import { getMessagePrice } from '@heartline/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { keys } from '../../../client/query.ts';

/** What to know before writing to somebody. It may be a moment old; the send decides. */
export const messagePriceQuery = (profile: string) =>
  queryOptions({
    queryKey: keys.messagePrice(profile),
    queryFn: ({ signal }) => call(getMessagePrice, { profile }, { signal }),
    staleTime: 15_000,
    retry: false,
  });

/** The same, in a component; undefined until it is known. */
export function useMessagePrice(profile: string) {
  return useQuery(messagePriceQuery(profile)).data;
}
