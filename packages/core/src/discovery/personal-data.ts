import type { MemberSearch } from '@heartline/contracts';
import type { PersonalData } from '../accounts/index.ts';
import type { DiscoveryContext } from './discovery-context.ts';
import { SEARCHED_AS, TRAITS } from './search-index.model.ts';

/**
 * Data about a member's search for others: the remembered search, passed cards, and likes from before the sign-up. It is erased with
 * the account. The names of passed people are private, so an archive contains only the days.
 */
export function discoveryData({ passes, swipes, searches, clock }: DiscoveryContext): PersonalData {
  return {
    async erase(member) {
      await passes.removeAll(member);
      await swipes.removeOf(member);
      await searches.remove(member);
    },
    count: async () => 1,
    async *gather(member) {
      const [passed, saved] = await Promise.all([passes.daysOf(member, clock.now()), searches.of(member)]);
      if (passed.length === 0 && !saved) return;
      const data = {
        ...(passed.length > 0 && { passed: passed.map((at) => ({ at })) }),
        ...(saved && { savedSearch: savedSearchData(saved.search, saved.at) }),
      };
      yield { kind: 'data', name: 'discovery', title: 'discovery', data };
    },
  };
}

/** A remembered search under the names of the archive; switches as yes and no. */
function savedSearchData(search: MemberSearch, at: number): Record<string, unknown> {
  const {
    country,
    countryregion: region,
    min_age: minAge,
    max_age: maxAge,
    fictional,
    fits,
    ...rest
  } = search;
  const traits = TRAITS.map((trait) => [trait, search[SEARCHED_AS[trait]]] as const);
  const known = {
    ...Object.fromEntries(traits),
    country,
    region,
    minAge,
    maxAge,
    interests: rest.interests?.split(','),
    newHere: rest.new_here && true,
    activeNow: rest.active_now && true,
    verified: rest.verified && true,
    neighbours: rest.neighbours && true,
    fictional: fictional && fictional === 'yes',
    everybody: fits && fits === 'any',
    sort: rest.sort,
    at,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
