import type { Presence, ReadCache, Storage } from '@heartline/platform';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Site } from '../site/index.ts';
import type { ProfileCollection, ProfileRow } from './profile.model.ts';

/** What the use cases of this feature share. */
export interface ProfilesContext extends Pick<CoreDeps, 'clock' | 'ids' | 'logger' | 'config'> {
  collection: ProfileCollection;
  /** Profiles by member, a few seconds old at most. */
  profiles: ReadCache<ProfileRow>;
  storage: Storage;
  presence: Presence;
  site: Pick<Site, 'settingsOf'>;
  accounts: Pick<Accounts, 'accountOf'>;
  conversationOf(a: string, b: string): string;
}
