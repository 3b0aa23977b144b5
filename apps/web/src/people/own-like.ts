import { likeProfile, type ProfileCard, unlikeProfile } from '@heartline/contracts';
import { ApiError, call } from '../client/api.ts';
import { serverNow } from '../client/clock.ts';
import { keys, queryClient } from '../client/query.ts';
import type { Likes } from '../live/apply/likes.ts';
import { isAfter } from '../live/apply/stale.ts';
import { announceMatch, forgetMatch } from './match-announcement.ts';

/** The member's own like of somebody, if it stands. */
export const ownLikeOf = ({ given }: Likes, { id }: ProfileCard) => given.find((like) => like.id === id);

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
export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Likes somebody, or takes the like back; whether the two match now. The likes held change at once and go back when the
 * server refuses; only this like, so that a quick second press on another card is kept. Where nobody knows what the server
 * did, it is asked.
 * @throws {ApiError} on a refusal, and where the answer was lost.
 */
export function changeOwnLike(profile: ProfileCard, isWanted: boolean): Promise<{ matched: boolean }> {
  const change = queryClient.getMutationCache().build(queryClient, {
    // One press after the other, so that the last one wins on the server too.
    scope: { id: `like:${profile.id}` },
    mutationFn: (): Promise<{ matched: boolean }> =>
      isWanted ? call(likeProfile, { profile: profile.id }) : call(unlikeProfile, { profile: profile.id }),
    onMutate: async () => {
      const isAside = queryClient.getQueryState(keys.likes)?.isInvalidated;
      const mustAsk = isAside || queryClient.isFetching({ queryKey: keys.likes }) > 0;
      await queryClient.cancelQueries({ queryKey: keys.likes });
      const likes = queryClient.getQueryData<Likes>(keys.likes);
      const at = (likes && ownLikeOf(likes, profile)?.at) ?? serverNow();
      edit((now) => withOwnLike(now, profile, isWanted, serverNow()));
      return { at, mustAsk, version: likes?.version };
    },
    onSuccess: ({ matched }) => {
      if (matched) announceMatch(profile);
      // The other one may have liked back since the server looked, and the match be announced already.
      else if (!isWanted) forgetMatch(profile.id);
    },
    onError: (error, _none, before) => {
      edit((now) => {
        // Events leave before the answer: what came since may be the server's word on this very heart.
        const isNewer = before?.version && isAfter(now.version, before.version);
        if (isNewer && !isRefusal(error)) return now;
        return withOwnLike(now, profile, !isWanted, before?.at ?? serverNow());
      });
    },
    onSettled: (_answer, error, _none, before) => {
      // A question that the press ended, or the mark that one is due, was for something else, which no event tells again.
      const mustAsk = before?.mustAsk || (error && !isRefusal(error));
      if (mustAsk) void queryClient.invalidateQueries({ queryKey: keys.likes });
    },
  });
  return change.execute(undefined);
}
