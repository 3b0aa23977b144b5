import type { Places, ReadCache, Storage } from '@heartline/platform';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Safety } from '../safety/index.ts';
import type { Site } from '../site/index.ts';
import type { PhotoQueue } from './photo-queue.ts';
import type { PhotoFileCollection, ProfileCollection, ProfileRow } from './profile.model.ts';

/** Whether anybody still needs a stored picture: `held` for good, `waiting` for its decision, or `free` to go. */
export type PictureHold = 'held' | 'waiting' | 'free';

/** What the use cases of this feature share. */
export interface ProfilesContext extends Pick<CoreDeps, 'clock' | 'ids' | 'logger' | 'config' | 'publisher'> {
  collection: ProfileCollection;
  files: PhotoFileCollection;
  photoQueue: PhotoQueue;
  places: Places;
  /** Profiles by member, a few seconds old at most. */
  profiles: ReadCache<ProfileRow>;
  storage: Storage;
  /** Members who are connected, as it was a moment ago at most. */
  online: ReadCache<true>;
  site: Pick<Site, 'settingsOf'>;
  accounts: Pick<Accounts, 'accountOf'>;
  safety: Pick<Safety, 'hiddenFor' | 'relation'>;
  conversationOf(a: string, b: string): string;
  /** Whether a feature after this one holds a stored picture. */
  heldElsewhere(key: string): Promise<PictureHold>;
  /** With whom of these the member is in a conversation. */
  knownTo(member: string, others: readonly string[]): Promise<Set<string>>;
}
