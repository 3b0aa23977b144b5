import { getMessagePrice } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../client/api.ts';
import { keys } from '../../../client/query.ts';

/** What to know before writing to somebody. It may be a moment old; the send decides. */
export function useMessagePrice(profile: string) {
  const { data } = useQuery({
    queryKey: keys.messagePrice(profile),
    queryFn: ({ signal }) => call(getMessagePrice, { profile }, { signal }),
    staleTime: 15_000,
    retry: false,
  });
  return data;
}
