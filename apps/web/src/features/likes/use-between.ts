import { getLike, type ProfileCard } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../client/api.ts';
import { keys } from '../../client/query.ts';
import type { Likes } from '../../live/apply/likes.ts';
import { useLastError, useLikes } from './use-likes.ts';

export interface Between {
  profile: ProfileCard | undefined;
  /** The time of each like between the two. */
  likedSince: { received: number | undefined; given: number | undefined; matched: number | undefined };
  /** True when a like that is not listed here does not exist. */
  isWhole: boolean;
  /** True when there is nothing to show: no like exists, or the other member is gone. */
  isNone: boolean;
  failure: Error | null;
  refetch: () => unknown;
}

/**
 * The likes between the member and another, of any age. Of very many likes, not all have a card, and only the newest
 * received ones are listed: then this one is requested.
 */
export function useBetween(id: string): Between {
  const { likes, failure, refetch } = useLikes();
  const { profile: listed, ...likedSince } = listedOf(likes, id);
  const one = useOlderLike(id, likes?.more === true && !(listed && likedSince.received));
  const isWhole = likes !== undefined && one.like !== undefined;
  const profile = listed ?? one.like?.profile;
  const between = {
    profile,
    likedSince: { ...likedSince, received: likedSince.received ?? one.like?.received },
    isWhole,
    isNone: profile === undefined && isWhole,
  };
  // When there is a profile to show, unknown details are left out.
  if (failure || profile) return { ...between, failure, refetch };
  return { ...between, failure: one.failure, refetch: one.refetch };
}

/** The cached likes between the member and one person. */
function listedOf(likes: Likes | undefined, id: string) {
  const since = (list: Likes['given'] | undefined) => list?.find((one) => one.id === id)?.at;
  return {
    profile: likes?.profiles.find((card) => card.id === id),
    received: since(likes?.liked_by),
    given: since(likes?.given),
    matched: since(likes?.matches),
  };
}

/** One like of any age: null when none exists, or when not asked; undefined until it is known. */
function useOlderLike(profile: string, isAsked: boolean) {
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.olderLikes, profile],
    queryFn: ({ signal }) => call(getLike, { profile }, { signal }).catch(nullIfNone),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const like = isAsked ? data : null;
  const last = useLastError(error);
  return { like, failure: like === undefined ? last : null, refetch };
}

function nullIfNone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
  throw error;
}
