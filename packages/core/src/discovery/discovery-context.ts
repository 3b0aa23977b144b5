import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Likes } from '../likes/index.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Safety } from '../safety/index.ts';
import type { Site } from '../site/index.ts';
import type { Follower } from './follow-profiles.ts';
import type { PassRepository } from './pass.repository.ts';
import type { SwipeRepository } from './swipe.repository.ts';

/** What earlier features give this one. */
export interface DiscoveryFeatures {
  site: Pick<Site, 'settingsOf'>;
  accounts: Pick<Accounts, 'accountOf'>;
  safety: Pick<Safety, 'hiddenFor'>;
  profiles: Pick<Profiles, 'cards' | 'visitorCards' | 'visitorProfile' | 'profileOf'>;
  likes: Pick<Likes, 'likeProfile' | 'likedBy'>;
}

/** What the use cases of this feature share. */
export interface DiscoveryContext extends Pick<CoreDeps, 'clock' | 'config' | 'ids'>, DiscoveryFeatures {
  searchIndexes: Pick<Follower, 'searchIndexOf'>;
  passes: PassRepository;
  swipes: SwipeRepository;
}

/** Who searches: a member, or a visitor by their signed id. */
export interface Searcher {
  /** Begins the walk around the ring at a place of their own. */
  id: string;
  site: string;
  member: boolean;
}
