import { type PriceLists, priceLists } from '@heartline/domain';
import { createReadCache } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import type { SitePrices } from '../site/index.ts';
import { readPrices } from './prices.repository.ts';

/** An operator's change of a price is visible everywhere within this time, like a change of a setting. */
const CACHE_MS = 5_000;

/** Reads the prices of sites. Sites and pages name prices too, so this is built before them. */
export function createPrices({ mongo, clock }: Pick<CoreDeps, 'mongo' | 'clock'>): SitePrices {
  const sites = createReadCache<PriceLists>(
    { ttlMs: CACHE_MS, max: 1_000, now: clock.now },
    async (names) =>
      new Map(
        await Promise.all(
          names.map(async (site) => [site, priceLists(await readPrices(mongo, site), clock.now())] as const),
        ),
      ),
  );
  return { ofSite: async (site) => (await sites.get(site)) as PriceLists };
}
