import type { PersonalData } from '../accounts/index.ts';
import type { DiscoveryContext } from './discovery-context.ts';

/**
 * What is kept of how a member looked for others: cards laid aside, likes from before signing up. Whom they passed is
 * theirs alone; it goes with the account, and an archive holds the days and no names.
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
