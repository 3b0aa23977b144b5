import type { getOlderLikes, hideMatch as hideMatchCall, InputOf } from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Safety } from '../safety/index.ts';
import { announceLike } from './announce-like.ts';
import { askAboutLikes } from './ask-about-likes.ts';
import { getLikes, likersInTheNews, newLikers } from './get-likes.ts';
import { hideMatch } from './hide-match.ts';
import { createLikeRepository } from './like.repository.ts';
import { likeProfile, unlikeProfile } from './like-profile.ts';
import type { LikesContext } from './likes-context.ts';
import { type Audience, enqueueSharers, notifySharers } from './notify-sharers.ts';
import { getLike, listOlderLikes } from './older-likes.ts';
import { likesData } from './personal-data.ts';
import { seeLike } from './see-like.ts';

/**
 * Received likes are a range of `_id`; given likes need an index. The invariant checks read recent matches,
 * and the recovery after a Redis loss recent likes.
 */
export const indexes: readonly IndexSpec[] = [
  { collection: 'likes', key: { from: 1, to: 1 } },
  { collection: 'likes', key: { at: 1 } },
  { collection: 'matches', key: { at: 1 } },
];

export type { LikerInTheNews } from './get-likes.ts';

export type Likes = ReturnType<typeof createLikes>;

/** Likes between members, and the matches they become. */
export function createLikes(
  deps: Pick<CoreDeps, 'mongo' | 'publisher' | 'clock' | 'queues' | 'ids'>,
  features: {
    profiles: Pick<Profiles, 'cards' | 'statusOf' | 'meets' | 'isAnswerShown' | 'questionsFor'>;
    safety: Pick<Safety, 'relation'>;
    knownTo: LikesContext['knownTo'];
  },
) {
  const context: LikesContext = { ...deps, ...features, likes: createLikeRepository(deps.mongo) };
  return {
    getLikes: (member: string) => getLikes(context, member),
    /** The people of one list after those with cards in `getLikes`. */
    listOlderLikes: (member: string, asked: InputOf<typeof getOlderLikes>) =>
      listOlderLikes(context, member, asked),
    /** The likes between the member and one other, however old. */
    getLike: (member: string, profile: string) => getLike(context, member, profile),
    /** Likes a profile, or one of its answered prompts. */
    likeProfile: (member: string, profile: string, prompt?: string) =>
      deps.publisher.publishing([member, profile], () => likeProfile(context, member, profile, prompt)),
    unlikeProfile: (member: string, profile: string) =>
      deps.publisher.publishing([member, profile], () => unlikeProfile(context, member, profile)),
    /** Asks again about the pushes of likes of a period. */
    askAboutLikes: (time: { from: number; until: number }) => askAboutLikes(context, time),
    /** The like for the popup of `t` seconds. */
    announceLike: (member: string) => announceLike(context, member),
    /** The people the member likes, by id, 5,000 at most. */
    likedBy: (member: string) => context.likes.likedBy(member),
    /** True if one likes the other. */
    hasLiked: async (who: string, whom: string) => (await context.likes.find(whom, who)) !== null,
    seeLike: (member: string, profile: string) =>
      deps.publisher.publishing([member], () => seeLike(context, member, profile)),
    hideMatch: (member: string, asked: InputOf<typeof hideMatchCall>) =>
      deps.publisher.publishing([member], () => hideMatch(context, member, asked)),
    /** After a block: deletes the likes of either side, and the match. */
    async removeBetween(one: string, other: string): Promise<void> {
      await context.likes.removeLike(one, other);
      await context.likes.removeLike(other, one);
      await context.likes.removeMatch(one, other);
    },
    /** Called before a change of the member's visibility. */
    enqueueSharers: (member: string, audience: Audience) => enqueueSharers(deps, member, audience),
    /** Some seconds later: publishes the new state to those who share a like with the member. */
    notifySharers: (member: string) => notifySharers(context, member),
    /** Likes and matches to notify the member of, newest first. */
    likersInTheNews: (member: string) => likersInTheNews(context, member),
    newLikes: async (member: string) => (await newLikers(context, member)).length,
    /** The current likes of the two for each other. */
    async between(member: string, other: string) {
      const [received, given] = await Promise.all([
        context.likes.find(member, other),
        context.likes.find(other, member),
      ]);
      return { received, given };
    },
    personalData: likesData(context),
  };
}
