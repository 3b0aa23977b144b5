import type { Places, ReadCache, Storage } from '@heartline/platform';
import type { Accounts } from '../accounts/index.ts';
import type { CoreDeps } from '../core-deps.ts';
import type { Safety } from '../safety/index.ts';
import type { Site } from '../site/index.ts';
import type { PhotoQueue } from './photo-queue.ts';
import type { PhotoFileCollection, ProfileCollection, ProfileRow } from './profile.model.ts';

/** Says if a stored picture is still needed: `held`, `waiting` for a decision, or `free` to be removed. */
export type PictureHold = 'held' | 'waiting' | 'free';

/** Shared context of the use cases of this feature. */
export interface ProfilesContext extends Pick<CoreDeps, 'clock' | 'ids' | 'logger' | 'config' | 'publisher'> {
  collection: ProfileCollection;
  files: PhotoFileCollection;
  photoQueue: PhotoQueue;
  places: Places;
  /** Profiles by member, a few seconds old at most. */
  profiles: ReadCache<ProfileRow>;
  storage: Storage;
  /** Connected members, at most a moment old. */
  online: ReadCache<true>;
  site: Pick<Site, 'settingsOf'>;
  accounts: Pick<Accounts, 'accountOf'>;
  safety: Pick<Safety, 'hiddenFor' | 'relation'>;
  conversationOf(a: string, b: string): string;
  /** Says if a later feature holds a stored picture. */
  heldElsewhere(key: string): Promise<PictureHold>;
  /** Those of these with whom the member is in a conversation. */
  knownTo(member: string, others: readonly string[]): Promise<Set<string>>;
}
