import type { LanderName, ParsedOf, reportVisit } from '@heartline/contracts';
import type { CoreDeps } from '../../core-deps.ts';
import type { IndexSpec } from '../../index-spec.ts';
import type { SiteOfHost } from '../../site/index.ts';
import { countVisits } from './count-visits.ts';
import { LANDERS, landerId, landersOf, VISIT_DAYS, VISIT_NAME_DAYS, VISITS } from './lander.model.ts';
import { type LanderHooks, landerStats, type WantedStats } from './lander-stats.ts';
import { recordVisit, type VisitFrom } from './record-visit.ts';
import { endLander, type OpenFile, setLander } from './set-lander.ts';
import { createLanderReads, readLanders, showLander, type WantedLander } from './show-lander.ts';
import { createVisitNames } from './visit-names.ts';

export type { LanderHooks } from './lander-stats.ts';
export type { ShownLander } from './show-lander.ts';

export const landerIndexes: readonly IndexSpec[] = [
  { collection: LANDERS, key: { site: 1 } },
  { collection: VISITS, key: { at: 1 } },
  { collection: VISITS, key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
  { collection: VISIT_DAYS, key: { site: 1, day: 1 } },
  { collection: VISIT_DAYS, key: { day: 1 } },
  { collection: VISIT_NAME_DAYS, key: { forgetAt: 1 }, options: { expireAfterSeconds: 0 } },
];

type Deps = Pick<CoreDeps, 'mongo' | 'clock' | 'ids' | 'config'>;

/** Campaigns on landers, their visits, and what they bring. */
export function createLanders(deps: Deps, hooks: LanderHooks) {
  const reads = createLanderReads(deps);
  const names = createVisitNames(deps);
  const campaignsOfSite = async (site: SiteOfHost) => (await reads.get(site.site)) ?? new Map();
  return {
    /** The content of a lander for a visitor. */
    show: async (site: SiteOfHost, wanted: WantedLander) =>
      showLander(await campaignsOfSite(site), site, wanted),
    /** Stores one visit. */
    visit: async (input: ParsedOf<typeof reportVisit>, from: VisitFrom) =>
      recordVisit({ ...deps, names, campaigns: await campaignsOfSite(from.site) }, input, from),
    /** Counts visits by day; safe to repeat. */
    countVisits: () => countVisits(deps),
    /** Operators' changes to campaigns, and their figures. */
    operate: {
      /** Every campaign of a site, its own and those of every site. */
      list: async (site: string) => [...(await readLanders(deps.mongo, site)).values()],
      find: async (site: string, lander: LanderName, slug = '') =>
        (await landersOf(deps.mongo).findOne({ _id: landerId(site, lander, slug) })) ?? undefined,
      set: (site: SiteOfHost, given: { file: unknown; open: OpenFile; by: string; reason: string }) =>
        setLander(deps, site, given),
      end: (
        site: string,
        lander: LanderName,
        slug: string | undefined,
        editor: { by: string; reason: string },
      ) => endLander(deps, landerId(site, lander, slug ?? ''), editor),
      stats: (site: string, wanted: WantedStats) => landerStats(deps, hooks, site, wanted),
    },
  };
}
