import { countMembers, searchAsVisitor, searchMembers, similarMembers } from '@heartline/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { type MemberSearch, toQuery } from './member-search.ts';

const STALE_MS = 60_000;
/** Who comes back from a long chat finds the place they left, as long as the addresses of its pictures hold. */
const CACHE_MS = 25 * 60_000;

/**
 * The pages of one search. Another search begins empty, list and total together; it is there before a skeleton would
 * be seen. A page says where the next one begins, so nobody comes twice while members join.
 */
export function useMembers(search: MemberSearch) {
  const isMember = useUser() !== null;
  return useInfiniteQuery({
    queryKey: keys.members(search),
    queryFn: ({ pageParam, signal }) =>
      call(isMember ? searchMembers : searchAsVisitor, toQuery(search, pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: STALE_MS,
    gcTime: CACHE_MS,
  });
}

/** The pages of people who nearly fit; asked for when the search itself is at its end. */
export function useSimilarMembers(search: MemberSearch, isWanted: boolean) {
  const isMember = useUser() !== null;
  return useInfiniteQuery({
    queryKey: [...keys.members(search), 'similar'],
    queryFn: ({ pageParam, signal }) => call(similarMembers, toQuery(search, pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: STALE_MS,
    gcTime: CACHE_MS,
    enabled: isMember && isWanted,
  });
}

/** Forgets what was found, pages and totals together, of every search. */
export function clearResults(): void {
  queryClient.removeQueries({ queryKey: keys.members({}).slice(0, 1) });
}

/** How many members a search would find: the number that follows a filter while it is dragged. */
export function useMemberCount(search: MemberSearch, isWanted = true): number | undefined {
  const isMember = useUser() !== null;
  const query = useQuery({
    queryKey: [...keys.members(search), 'count'],
    queryFn: async ({ signal }) =>
      (await call(isMember ? countMembers : searchAsVisitor, toQuery(search), { signal })).numResults,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    enabled: isWanted,
  });
  return query.data;
}

const SETTLE_MS = 150;

/** A search as it was when it last stood still, so that dragging a thumb asks a few times and not at every pixel. */
export function useSettled(search: MemberSearch): MemberSearch {
  const [settled, setSettled] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return settled;
}
