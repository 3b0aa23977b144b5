import type { CoreDeps } from '../core-deps.ts';
import type { ProfileRow, Profiles } from '../profiles/index.ts';
import type { Ring } from './profile-filter.ts';

/** What the use cases of this feature share. */
export interface DiscoveryContext extends Pick<CoreDeps, 'clock'> {
  profiles: Pick<Profiles, 'cards'>;
  /** How many profiles fit, at most 5 s old. */
  count(ring: Ring): Promise<number>;
  /** Those that fit from place `from` (inclusive) to `to` (exclusive), in no order. */
  places(ring: Ring, from: number, to: number): Promise<{ _id: string; shuffle: number }[]>;
  ownProfile(member: string): Promise<ProfileRow | undefined>;
}
