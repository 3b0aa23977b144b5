import type { Wanting } from '@heartline/domain';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Likes } from '../likes/index.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Safety } from '../safety/index.ts';
import type { Site } from '../site/index.ts';
import type { Follower } from './follow-profiles.ts';
import type { PassRepository } from './pass.repository.ts';
import type { SearchRepository } from './search.repository.ts';
import type { SwipeRepository } from './swipe.repository.ts';

/** Earlier features that this one uses. */
export interface DiscoveryFeatures {
  site: Pick<Site, 'settingsOf'>;
  accounts: Pick<Accounts, 'accountOf'>;
  safety: Pick<Safety, 'hiddenFor'>;
  profiles: Pick<Profiles, 'cards' | 'visitorCards' | 'visitorProfile' | 'profileOf'>;
  likes: Pick<Likes, 'likeProfile' | 'likedBy'>;
}

/** Shared context of the use cases of this feature. */
export interface DiscoveryContext extends Pick<CoreDeps, 'clock' | 'config' | 'ids'>, DiscoveryFeatures {
  searchIndexes: Pick<Follower, 'searchIndexOf' | 'followOnline'>;
  passes: PassRepository;
  swipes: SwipeRepository;
  searches: SearchRepository;
}

/** The searching member, or a visitor by their signed id. */
export interface Searcher {
  /** Determines the start position of the scan. */
  id: string;
  site: string;
  member: boolean;
  /** Gender and sexuality of a visitor who said both; those of a member are on their profile. */
  own?: Wanting | undefined;
}
