import type { PersonalData } from '../accounts/index.ts';
import type { DiscoveryContext } from './discovery-context.ts';

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
        ...(saved && { search: { ...saved.search, at: saved.at } }),
      };
      yield { kind: 'data', name: 'discovery', title: 'discovery', data };
    },
  };
}
