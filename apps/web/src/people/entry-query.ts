import { getEntryMember } from '@heartline/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client/api.ts';
import { keys, queryClient } from '../client/query.ts';

/** The member that a landing or sign-up page is tied to, as any visitor sees them. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: keys.members({ entry: id }),
    queryFn: ({ signal }) => call(getEntryMember, { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Asks for the member before their page is drawn. A member who is gone is none of the page's failures. */
export const prefetchEntry = (id: string) => queryClient.prefetchQuery(entryQuery(id));
