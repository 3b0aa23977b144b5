import type { SearchQuery } from '@heartline/contracts';
import { createReadCache } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { type Profiles, profileCollection } from '../profiles/index.ts';
import type { DiscoveryContext } from './discovery-context.ts';
import { engineFilter, type Ring } from './profile-filter.ts';
import { searchMembers } from './search-members.ts';

/**
 * One index for each way to narrow a search, all ending in the place on the ring, so that a page is a short range of
 * one of them and never a sort. Age, and gender within a country, are looked at row by row.
 */
export const indexes: readonly IndexSpec[] = [
  { collection: 'profiles', key: { listed: 1, shuffle: 1 } },
  { collection: 'profiles', key: { listed: 1, gender: 1, shuffle: 1 } },
  { collection: 'profiles', key: { listed: 1, country: 1, shuffle: 1 } },
  { collection: 'profiles', key: { listed: 1, country: 1, region: 1, shuffle: 1 } },
];

const COUNT_CACHE_MS = 5_000;

/** Finding members. */
export function createDiscovery(
  deps: Pick<CoreDeps, 'mongo' | 'clock'>,
  features: { profiles: Pick<Profiles, 'cards' | 'profileOf'> },
) {
  const collection = profileCollection(deps.mongo);
  const counts = createReadCache<number>(
    { ttlMs: COUNT_CACHE_MS, max: 2_000, now: deps.clock.now },
    async (keys) => {
      const counted = keys.map(
        async (key) => [key, await collection.countDocuments(engineFilter(JSON.parse(key) as Ring))] as const,
      );
      return new Map(await Promise.all(counted));
    },
  );
  const context: DiscoveryContext = {
    clock: deps.clock,
    profiles: features.profiles,
    ownProfile: features.profiles.profileOf,
    count: async (ring) => (await counts.get(JSON.stringify(ring))) ?? 0,
    places: (ring, from, to) =>
      collection
        .find({ ...engineFilter(ring), shuffle: { $gte: from, $lt: to } })
        .project<{ _id: string; shuffle: number }>({ shuffle: 1 })
        .toArray(),
  };
  return {
    searchMembers: (viewer: { member: string; site: string }, query: SearchQuery) =>
      searchMembers(context, viewer, query),
  };
}
