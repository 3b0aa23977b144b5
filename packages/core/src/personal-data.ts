import type { ExportPart, PersonalData } from './accounts/index.ts';

/** One feature's access to the data about members. */
export type FeatureData = PersonalData;

/**
 * Access to the data of all features. The list is a function, since the first feature needs those after it.
 */
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
