import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import type { Profiles } from '../profiles/index.ts';
import { countNewLikes, getLikes } from './get-likes.ts';
import { createLikeRepository } from './like.repository.ts';
import { likeProfile, unlikeProfile } from './like-profile.ts';
import type { LikesContext } from './likes-context.ts';
import { seeLike } from './see-like.ts';

/** Likes received are a range of `_id`; those given need their own way in. */
export const indexes: readonly IndexSpec[] = [{ collection: 'likes', key: { from: 1 } }];

export type Likes = ReturnType<typeof createLikes>;

/** Likes between members, and the matches they become. */
export function createLikes(
  deps: Pick<CoreDeps, 'mongo' | 'publisher' | 'clock'>,
  features: { profiles: Pick<Profiles, 'cards' | 'standingOf'> },
) {
  const context: LikesContext = { ...deps, ...features, likes: createLikeRepository(deps.mongo) };
  return {
    getLikes: (member: string) => getLikes(context, member),
    likeProfile: (member: string, profile: string) => likeProfile(context, member, profile),
    unlikeProfile: (member: string, profile: string) => unlikeProfile(context, member, profile),
    seeLike: (member: string, profile: string) => seeLike(context, member, profile),
    newLikes: (member: string) => countNewLikes(context, member),
  };
}
