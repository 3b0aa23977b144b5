import type { ProfileCard } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { likesQuery } from '../../client/likes-query.ts';
import { useUser } from '../../client/session.ts';
import type { Likes } from '../../live/apply/likes.ts';
import { changeOwnLike, ownLikeOf } from '../../people/own-like.ts';

/** The selected part of the likes; renders again only when that changes. */
export function useFromLikes<T>(select: (likes: Likes) => T) {
  const isSignedIn = useUser() !== null;
  return useQuery({ ...likesQuery, enabled: isSignedIn, select });
}

/** The number of likes not viewed yet. */
export function useNewLikes(): number {
  return useFromLikes(({ liked_by: received }) => received.filter((like) => like.like_new).length).data ?? 0;
}

/**
 * True when the member likes a person, and when the two match, with the function that likes and unlikes
 * (`changeOwnLike`).
 */
export function useToggleLike(profile: ProfileCard) {
  const state = useFromLikes((likes) => {
    if (!ownLikeOf(likes, profile)) return 'none';
    return likes.matches.some(({ id }) => id === profile.id) ? 'match' : 'liked';
  }).data;
  const isMatch = state === 'match';
  return {
    isLiked: isMatch || state === 'liked',
    isMatch,
    setLiked: (isWanted: boolean) => changeOwnLike(profile, isWanted),
  };
}
