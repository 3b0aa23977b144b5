import { getLike, type ProfileCard } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../client/api.ts';
import { keys } from '../../client/query.ts';
import type { Likes } from '../../live/apply/likes.ts';
import { useLastError, useLikes } from './use-likes.ts';

export interface Between {
  profile: ProfileCard | undefined;
  /** Since when each like between the two stands. */
  likedSince: { received: number | undefined; given: number | undefined; matched: number | undefined };
  /** A like that is not here does not stand. */
  isWhole: boolean;
  /** There is nobody to show: no like stands, or the other one is gone. */
  isNone: boolean;
  failure: Error | null;
  refetch: () => unknown;
}

/**
 * The likes between the member and somebody, however old. Very many do not all have a card among the likes held, and of
 * those received only the newest are named: then this one is asked for.
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
  // Where there is somebody to show, what is not known of them is left out.
  if (failure || profile) return { ...between, failure, refetch };
  return { ...between, failure: one.failure, refetch: one.refetch };
}

/** What the likes held say of one person. */
function listedOf(likes: Likes | undefined, id: string) {
  const since = (list: Likes['given'] | undefined) => list?.find((one) => one.id === id)?.at;
  return {
    profile: likes?.profiles.find((card) => card.id === id),
    received: since(likes?.liked_by),
    given: since(likes?.given),
    matched: since(likes?.matches),
  };
}

/** One like, whatever its age: null where none stands, or nobody asks; undefined until it is known. */
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
