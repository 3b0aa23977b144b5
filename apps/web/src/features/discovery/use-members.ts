import { countMembers, searchAsVisitor, searchMembers, similarMembers } from '@heartline/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../client/api.ts';
import { keys, queryClient } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import { type MemberSearch, toQuery } from './member-search.ts';

const STALE_MS = 60_000;
/** A member who returns from a long chat finds the place they left, while the picture addresses are valid. */
const CACHE_MS = 25 * 60_000;

/**
 * The pages of one search. Another search begins empty, list and total together. A page names the start of the next
 * one, so no member appears twice while members join.
 */
export function useMembers(search: MemberSearch | undefined) {
  const isMember = useUser() !== null;
  return useInfiniteQuery({
    queryKey: keys.members(search),
    queryFn: ({ pageParam, signal }) =>
      call(isMember ? searchMembers : searchAsVisitor, toQuery(search ?? {}, pageParam), { signal }),
    enabled: search !== undefined,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: STALE_MS,
    gcTime: CACHE_MS,
  });
}

/** The pages of members who nearly match; loaded at the end of the search itself. */
export function useSimilarMembers(search: MemberSearch | undefined, isWanted: boolean) {
  const isMember = useUser() !== null;
  return useInfiniteQuery({
    queryKey: [...keys.members(search), 'similar'],
    queryFn: ({ pageParam, signal }) => call(similarMembers, toQuery(search ?? {}, pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: STALE_MS,
    gcTime: CACHE_MS,
    enabled: isMember && isWanted,
  });
}

/** Removes the results of every search, pages and totals together. */
export function clearResults(): void {
  queryClient.removeQueries({ queryKey: keys.members({}).slice(0, 1) });
}

/** The number of members a search would find. It follows a filter while that is dragged. */
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

/** The search once it stops changing, so that dragging a thumb sends a few requests and not one for each pixel. */
export function useSettled(search: MemberSearch): MemberSearch {
  const [settled, setSettled] = useState(search);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return settled;
}
