import { searchMembers } from '@heartline/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../client/api.ts';
import { keys } from '../../client/query.ts';
import { type MemberSearch, toQuery } from './member-search.ts';

/**
 * The pages of one search. While the next search loads, the last one stays and fades, so nothing jumps. A page says
 * where the next one begins, so nobody comes twice while members join.
 */
export function useMembers(search: MemberSearch) {
  return useInfiniteQuery({
    queryKey: keys.members(search),
    queryFn: ({ pageParam, signal }) => call(searchMembers, toQuery(search, pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** How many members a search would find, for the number on the button of the sheet. */
export function useMemberCount(search: MemberSearch): number | undefined {
  const query = useQuery({
    queryKey: [...keys.members(search), 'count'],
    queryFn: async ({ signal }) => (await call(searchMembers, toQuery(search), { signal })).numResults,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return query.data;
}
