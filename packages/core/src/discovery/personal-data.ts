import type { PersonalData } from '../accounts/index.ts';
import type { DiscoveryContext } from './discovery-context.ts';

/**
 * Data about a member's search for others: passed cards, and likes from before the sign-up. It is erased with
 * the account. The names of passed people are private, so an archive contains only the days.
 */
export function discoveryData({ passes, swipes, clock }: DiscoveryContext): PersonalData {
  return {
    async erase(member) {
      await passes.removeAll(member);
      await swipes.removeOf(member);
    },
    count: async () => 1,
    async *gather(member) {
      const passed = await passes.daysOf(member, clock.now());
      if (passed.length === 0) return;
      const data = { passed: passed.map((at) => ({ at })) };
      yield { kind: 'data', name: 'discovery', title: 'discovery', data };
    },
  };
}
