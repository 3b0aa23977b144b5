import { getOlderLikes, type LikeList, type OutputOf, type ProfileCard } from '@heartline/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../client/api.ts';
import { keys } from '../../client/query.ts';
import type { Likes } from '../../live/apply/likes.ts';

/** A member who returns from a profile finds the place they left. */
const CACHE_MS = 25 * 60_000;

/**
 * The people of one list, newest first. Live events keep the newest up to date; of very many likes the older ones load
 * page by page. Members who are gone have no profile and are left out.
 */
export function usePeopleOf(list: LikeList, likes: Likes) {
  const hasOlder = likes.more === true;
  const start = startOf(likes, list);
  const older = useInfiniteQuery({
    queryKey: [...keys.olderLikes, list],
    queryFn: async ({ pageParam, signal }) => {
      const before = pageParam ?? start;
      return { start, ...(await call(getOlderLikes, { list, ...(before && { before }) }, { signal })) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    enabled: hasOlder,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_MS,
  });
  const { data, refetch } = older;
  const isLoaded = data !== undefined;
  const loadedFrom = data?.pages[0]?.start;
  // Refetched likes may end earlier or later: the entries in between would be missing.
  useEffect(() => {
    if (hasOlder && isLoaded && loadedFrom !== start) void refetch();
  }, [hasOlder, isLoaded, loadedFrom, start, refetch]);
  const pages = (hasOlder && data?.pages) || [];
  const all = withOlder(
    likes,
    list,
    pages.flatMap((page) => page.likes),
  );
  return {
    people: likesOf(all, list),
    /** The answered prompt that each of these likes is about, by the id of the other member. */
    answers: new Map(entriesOf(all, list).flatMap(({ id, prompt }) => (prompt ? [[id, prompt]] : []))),
    isOlderShown: pages.length > 0,
    hasMore: hasOlder && (!isLoaded || older.hasNextPage),
    isLoading: older.isFetching,
    hasFailed: older.isError,
    loadMore: () => void older.fetchNextPage(),
  };
}

type Entry = Likes['given'][number];
type OlderLike = OutputOf<typeof getOlderLikes>['likes'][number];

/** The cursor of the older likes: after the last entry up to which all have a card. Undefined starts at the newest. */
function startOf(likes: Likes, list: LikeList): string | undefined {
  const cards = new Set(likes.profiles.map(({ id }) => id));
  // New older likes are among the older received ones.
  const entries = entriesOf(likes, list === 'new' ? 'received' : list);
  const end = entries.findIndex(({ id }) => !cards.has(id));
  const last = entries.at(end === -1 ? -1 : end - 1);
  return end === 0 || !last ? undefined : `${last.at}:${last.id}`;
}

/** The likes with the cards of older ones, and with the older received likes. */
function withOlder(likes: Likes, list: LikeList, older: readonly OlderLike[]): Likes {
  const profiles = [...older.map(({ profile }) => profile), ...likes.profiles];
  // Given likes and matches are complete already, without those taken back.
  if (list === 'given' || list === 'matches') return { ...likes, profiles };
  const named = new Set(likes.liked_by.map(({ id }) => id));
  const received = older
    .filter(({ profile: { id } }) => !named.has(id))
    .map(({ profile: { id }, ...like }) => ({ ...like, id, like_new: list === 'new' }));
  return { ...likes, profiles, liked_by: [...likes.liked_by, ...received] };
}

/** The people of one list who have a card, newest first. */
export function likesOf(likes: Likes, list: LikeList): ProfileCard[] {
  const cards = new Map(likes.profiles.map((profile) => [profile.id, profile]));
  return entriesOf(likes, list).flatMap(({ id }) => cards.get(id) ?? []);
}

function entriesOf(likes: Likes, list: LikeList): readonly (Entry & { prompt?: string | undefined })[] {
  const entries = {
    received: likes.liked_by,
    new: likes.liked_by.filter((like) => like.like_new),
    given: likes.given,
    matches: likes.matches,
  }[list];
  return entries.toSorted((a, b) => b.at - a.at);
}
