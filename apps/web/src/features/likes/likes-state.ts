import { likeProfile, type ProfileCard, unlikeProfile } from '@heartline/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, call } from '../../client/api.ts';
import { serverNow } from '../../client/clock.ts';
import { likesQuery } from '../../client/likes-query.ts';
import { keys, queryClient } from '../../client/query.ts';
import { useUser } from '../../client/session.ts';
import type { Likes } from '../../live/apply/likes.ts';
import { isAfter } from '../../live/apply/stale.ts';
import { announceMatch, forgetMatch } from './match-announcement.ts';

/** Likes of the signed-in member, or undefined until they are there. */
export const useLikes = () => useFromLikes((likes) => likes);

/** What `select` takes of the likes; drawn anew only when that changes. */
function useFromLikes<T>(select: (likes: Likes) => T) {
  const isSignedIn = useUser() !== null;
  return useQuery({ ...likesQuery, enabled: isSignedIn, select });
}

/** How many likes were not looked at yet. */
export function useNewLikes(): number {
  return useFromLikes(({ liked_by: received }) => received.filter((like) => like.like_new).length).data ?? 0;
}

/** The likes after the member's own heart for one person changed. */
export function withOwnLike(likes: Likes, profile: ProfileCard, isLiked: boolean, at: number): Likes {
  const given = likes.given.filter((like) => like.id !== profile.id);
  const matches = likes.matches.filter((match) => match.id !== profile.id);
  if (!isLiked) return { ...likes, given, matches };
  const isKnown = likes.profiles.some((card) => card.id === profile.id);
  const isMutual = likes.liked_by.some((like) => like.id === profile.id);
  const entry = { id: profile.id, at };
  return {
    ...likes,
    given: [entry, ...given],
    matches: isMutual ? [entry, ...matches] : matches,
    profiles: isKnown ? likes.profiles : [...likes.profiles, profile],
  };
}

const edit = (change: (likes: Likes) => Likes) =>
  queryClient.setQueryData<Likes>(keys.likes, (likes) => likes && change(likes));

/** Whether the server says that it did nothing: an error of its own, or of the way, may come after it did. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Likes and unlikes one person. The heart changes at once and goes back when the server refuses; only this heart, so
 * that a quick second press on another card is kept. Where nobody knows what the server did, it is asked.
 */
export function useToggleLike(profile: ProfileCard) {
  const givenTo = ({ given }: Likes) => given.find((like) => like.id === profile.id);
  const isLiked = useFromLikes((likes) => givenTo(likes) !== undefined).data ?? false;
  const mutation = useMutation({
    // One press after the other, so that the last one wins on the server too.
    scope: { id: `like:${profile.id}` },
    mutationFn: (isWanted: boolean) =>
      isWanted ? call(likeProfile, { profile: profile.id }) : call(unlikeProfile, { profile: profile.id }),
    onMutate: async (isWanted) => {
      const isAside = queryClient.getQueryState(keys.likes)?.isInvalidated;
      const mustAsk = isAside || queryClient.isFetching({ queryKey: keys.likes }) > 0;
      await queryClient.cancelQueries({ queryKey: keys.likes });
      const likes = queryClient.getQueryData<Likes>(keys.likes);
      const at = (likes && givenTo(likes)?.at) ?? serverNow();
      edit((now) => withOwnLike(now, profile, isWanted, serverNow()));
      return { at, mustAsk, version: likes?.version };
    },
    onSuccess: ({ matched }, isWanted) => {
      if (matched) announceMatch(profile);
      // The other one may have liked back since the server looked, and the match be announced already.
      else if (!isWanted) forgetMatch(profile.id);
    },
    onError: (error, isWanted, before) => {
      edit((now) => {
        // Events leave before the answer: what came since may be the server's word on this very heart.
        const mayBeTold = before?.version && isAfter(now.version, before.version);
        if (mayBeTold && !isRefusal(error)) return now;
        return withOwnLike(now, profile, !isWanted, before?.at ?? serverNow());
      });
    },
    onSettled: (_answer, error, _isWanted, before) => {
      // A question that the press ended, or the mark that one is due, was for something else, which no event tells again.
      const mustAsk = before?.mustAsk || (error && !isRefusal(error));
      if (mustAsk) void queryClient.invalidateQueries({ queryKey: keys.likes });
    },
  });
  return { isLiked, setLiked: mutation.mutateAsync };
}
