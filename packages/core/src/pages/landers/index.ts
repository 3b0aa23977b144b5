import type { ParsedOf, reportVisit } from '@heartline/contracts';
import type { CoreDeps } from '../../core-deps.ts';
import type { IndexSpec } from '../../index-spec.ts';
import type { SiteOfHost } from '../../site/index.ts';
import { LANDERS, VISIT_DAYS, VISITS } from './lander.model.ts';
import { recordVisit, type VisitFrom } from './record-visit.ts';
import { createLanderReads, showLander, type WantedLander } from './show-lander.ts';

export const landerIndexes: readonly IndexSpec[] = [
  { collection: LANDERS, key: { site: 1 } },
  { collection: VISITS, key: { at: 1 } },
  { collection: VISITS, key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: VISIT_DAYS, key: { site: 1, day: 1 } },
  { collection: VISIT_DAYS, key: { day: 1 } },
];

/** Campaigns on landers, their visits, and what they bring. */
export function createLanders(deps: Pick<CoreDeps, 'mongo' | 'clock' | 'ids'>) {
  const campaigns = createLanderReads(deps);
  return {
    /** The content of a lander for a visitor. */
    show: async (site: SiteOfHost, wanted: WantedLander) =>
      showLander((await campaigns.get(site.site)) ?? new Map(), site, wanted),
    /** Stores one visit. */
    visit: (input: ParsedOf<typeof reportVisit>, from: VisitFrom) => recordVisit(deps, input, from),
  };
}
