import type { getOlderLikes, InputOf } from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Safety } from '../safety/index.ts';
import { announceLike } from './announce-like.ts';
import { askAboutLikes } from './ask-about-likes.ts';
import { getLikes, likersInTheNews, newLikers } from './get-likes.ts';
import { createLikeRepository } from './like.repository.ts';
import { likeProfile, unlikeProfile } from './like-profile.ts';
import type { LikesContext } from './likes-context.ts';
import { type Audience, enqueueSharers, notifySharers } from './notify-sharers.ts';
import { getLike, listOlderLikes } from './older-likes.ts';
import { likesData } from './personal-data.ts';
import { seeLike } from './see-like.ts';

/**
 * Likes received are a range of `_id`; those given need their own way in. The audit asks for recent matches, and who makes
 * up for what Redis lost for recent likes.
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
    profiles: Pick<Profiles, 'cards' | 'statusOf' | 'meets'>;
    safety: Pick<Safety, 'relation'>;
  },
) {
  const context: LikesContext = { ...deps, ...features, likes: createLikeRepository(deps.mongo) };
  return {
    getLikes: (member: string) => getLikes(context, member),
    /** The people of one list after those that `getLikes` has cards of. */
    listOlderLikes: (member: string, asked: InputOf<typeof getOlderLikes>) =>
      listOlderLikes(context, member, asked),
    /** Whom the member shares a like with, however old. */
    getLike: (member: string, profile: string) => getLike(context, member, profile),
    likeProfile: (member: string, profile: string) =>
      deps.publisher.publishing([member, profile], () => likeProfile(context, member, profile)),
    unlikeProfile: (member: string, profile: string) =>
      deps.publisher.publishing([member, profile], () => unlikeProfile(context, member, profile)),
    /** Asks once more about the pushes of likes of a time. */
    askAboutLikes: (time: { from: number; until: number }) => askAboutLikes(context, time),
    /** The like for the popup of `t` seconds. */
    announceLike: (member: string) => announceLike(context, member),
    /** Whom the member likes, by id, 5,000 at most. */
    likedBy: (member: string) => context.likes.likedBy(member),
    /** Whether one likes the other. */
    hasLiked: async (who: string, whom: string) => (await context.likes.find(whom, who)) !== null,
    seeLike: (member: string, profile: string) =>
      deps.publisher.publishing([member], () => seeLike(context, member, profile)),
    /** After a block: no like of either stands any more, and no match. */
    async removeBetween(one: string, other: string): Promise<void> {
      await context.likes.removeLike(one, other);
      await context.likes.removeLike(other, one);
      await context.likes.removeMatch(one, other);
    },
    /** Before a change of whether others see the member. */
    enqueueSharers: (member: string, audience: Audience) => enqueueSharers(deps, member, audience),
    /** Some seconds after it: those who share a like with the member hear how they stand. */
    notifySharers: (member: string) => notifySharers(context, member),
    /** Whose likes and matches the member is to be told of, newest first. */
    likersInTheNews: (member: string) => likersInTheNews(context, member),
    newLikes: async (member: string) => (await newLikers(context, member)).length,
    /** The like of each of the two for the other, as they stand now. */
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
