import type { ExportPart, PersonalData } from './accounts/index.ts';

/** One feature's share of what is kept about members. */
export type FeatureData = PersonalData;

/** All features' shares as one. They are named late, since the first feature needs those that come after it. */
export function joinPersonalData(features: () => readonly FeatureData[]): PersonalData {
  return {
    async erase(member) {
      for (const feature of features()) await feature.erase(member);
    },
    async count(member) {
      const counts = await Promise.all(features().map((feature) => feature.count(member)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async *gather(member): AsyncGenerator<ExportPart> {
      for (const feature of features()) yield* feature.gather(member);
    },
  };
}
