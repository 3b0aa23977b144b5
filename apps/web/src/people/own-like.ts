import { likeProfile, type ProfileCard, unlikeProfile } from '@heartline/contracts';
import { ApiError, call } from '../client/api.ts';
import { serverNow } from '../client/clock.ts';
import { keys, queryClient } from '../client/query.ts';
import type { Likes } from '../live/apply/likes.ts';
import { isAfter } from '../live/apply/stale.ts';
import { announceMatch, forgetMatch } from './match-announcement.ts';

/** The member's own like of a person, if any. */
export const ownLikeOf = ({ given }: Likes, { id }: ProfileCard) => given.find((like) => like.id === id);

/** The likes after the member liked or unliked a person; `prompt` is the answer that the like is about. */
export function withOwnLike(
  likes: Likes,
  profile: ProfileCard,
  isLiked: boolean,
  at: number,
  prompt?: string,
): Likes {
  const given = likes.given.filter((like) => like.id !== profile.id);
  const matches = likes.matches.filter((match) => match.id !== profile.id);
  if (!isLiked) return { ...likes, given, matches };
  const isKnown = likes.profiles.some((card) => card.id === profile.id);
  const isMutual = likes.liked_by.some((like) => like.id === profile.id);
  const entry = { id: profile.id, at };
  return {
    ...likes,
    given: [{ ...entry, ...(prompt !== undefined && { prompt }) }, ...given],
    matches: isMutual ? [entry, ...matches] : matches,
    profiles: isKnown ? likes.profiles : [...likes.profiles, profile],
  };
}

const edit = (change: (likes: Likes) => Likes) =>
  queryClient.setQueryData<Likes>(keys.likes, (likes) => likes && change(likes));

/** True when the server certainly did nothing. A server error, or one on the way, may come after it did the work. */
export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Likes a person, for their answer to `prompt` if given, or takes the like back; returns whether the two match now. The
 * cached likes change at once, and back on a refusal: only this like, so that a quick press on another card stays.
 * After a lost answer the likes are refetched.
 * @throws {ApiError} on a refusal, and on a lost answer.
 */
export function changeOwnLike(
  profile: ProfileCard,
  isWanted: boolean,
  prompt?: string,
): Promise<{ matched: boolean }> {
  const change = queryClient.getMutationCache().build(queryClient, {
    // In order, so that the last press wins on the server too.
    scope: { id: `like:${profile.id}` },
    mutationFn: (): Promise<{ matched: boolean }> =>
      isWanted
        ? call(likeProfile, { profile: profile.id, ...(prompt !== undefined && { prompt }) })
        : call(unlikeProfile, { profile: profile.id }),
    onMutate: async () => {
      const isAside = queryClient.getQueryState(keys.likes)?.isInvalidated;
      const mustAsk = isAside || queryClient.isFetching({ queryKey: keys.likes }) > 0;
      await queryClient.cancelQueries({ queryKey: keys.likes });
      const likes = queryClient.getQueryData<Likes>(keys.likes);
      const before = likes && ownLikeOf(likes, profile);
      edit((now) => withOwnLike(now, profile, isWanted, serverNow(), prompt));
      return { at: before?.at ?? serverNow(), prompt: before?.prompt, mustAsk, version: likes?.version };
    },
    onSuccess: ({ matched }) => {
      if (matched) announceMatch(profile);
      // The other member may have liked back since the answer, and the match may be announced already.
      else if (!isWanted) forgetMatch(profile.id);
    },
    onError: (error, _none, before) => {
      edit((now) => {
        // Events leave before the answer: a newer version may be the server's state of this very like.
        const isNewer = before?.version && isAfter(now.version, before.version);
        if (isNewer && !isRefusal(error)) return now;
        return withOwnLike(now, profile, !isWanted, before?.at ?? serverNow(), before?.prompt);
      });
    },
    onSettled: (_answer, error, _none, before) => {
      // The press cancelled a refetch, or a pending one, that was for another change. No event would bring that change
      // again.
      const mustAsk = before?.mustAsk || (error && !isRefusal(error));
      if (mustAsk) void queryClient.invalidateQueries({ queryKey: keys.likes });
    },
  });
  return change.execute(undefined);
}
