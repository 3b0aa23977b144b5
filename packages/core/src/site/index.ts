import type { PublicSettings } from '@heartline/contracts';
import { cheapestMessages, type PriceLists } from '@heartline/domain';
import { createGeo, createReadCache } from '@heartline/platform';
import type { CoreDeps } from '../core-deps.ts';
import type { IndexSpec } from '../index-spec.ts';
import { addSite, changeSetting, findSite, listSites, resetSetting, settingDefaults } from './change-site.ts';
import { listRegions } from './list-regions.ts';
import { readSites, type SiteOfHost } from './site.repository.ts';

export { hostsThatSet, readSites, type SiteOfHost } from './site.repository.ts';

/** Sites are few and found by their host, which is the `_id`. */
export const indexes: readonly IndexSpec[] = [];

export type Site = ReturnType<typeof createSite>;

/** The prices of sites: the only source of a price. */
export interface SitePrices {
  /** The prices of a site in every currency, a few seconds old at most. */
  ofSite(site: string): Promise<PriceLists>;
}

/** An operator's change of a setting is visible everywhere within this time. */
const CACHE_MS = 5_000;

/** The sites of this installation, their settings, and the country of visitors. */
export function createSite(deps: Pick<CoreDeps, 'mongo' | 'clock' | 'push' | 'logger'>, prices: SitePrices) {
  const geo = createGeo();
  const sites = createReadCache({ ttlMs: CACHE_MS, max: 1_000, now: deps.clock.now }, (hosts) =>
    readSites(deps, hosts),
  );
  const settingsFor = async (host: string): Promise<SiteOfHost> =>
    (await sites.get(siteHost(host))) as SiteOfHost;
  return {
    /** The site of a host. Unconfigured hosts belong to the site `default`. */
    settingsFor,
    /** The settings of a site, by its name. */
    settingsOf: settingsFor,
    /** The site of the requested domain if it is configured; otherwise `own`. */
    async settingsForced(domain: string, own: SiteOfHost): Promise<SiteOfHost> {
      const forced = await settingsFor(domain);
      return forced.configured ? forced : own;
    },
    countryOf: (ip: string) => geo.countryOf(ip),
    regions: listRegions,
    /** Operators' changes to sites; see `change-site.ts`. */
    operate: {
      list: () => listSites(deps.mongo),
      find: (host: string) => findSite(deps.mongo, host),
      add: (host: string, site: string | undefined) => addSite(deps.mongo, host, site),
      set: (host: string, name: string, typed: string) => changeSetting(deps.mongo, host, name, typed),
      unset: (host: string, name: string) => resetSetting(deps.mongo, host, name),
      defaults: settingDefaults,
      /** The current settings of a site, uncached. */
      read: async (host: string) => (await readSites(deps, [host])).get(host) as SiteOfHost,
    },
    /** Public settings for a visitor, with the detected and the selected country. */
    async presentSettings(
      { site, settings }: Pick<SiteOfHost, 'site' | 'settings'>,
      visitor: { country: string | undefined; selected: string | undefined },
    ): Promise<{ settings: PublicSettings; serverAt: number }> {
      const lists = await prices.ofSite(site);
      return {
        settings: {
          ...settings,
          minimum_message_costs: {
            ...cheapestMessages(settings.countries, lists, settings.message_credits),
            ...settings.minimum_message_costs,
          },
          geoip_country: visitor.country ?? null,
          geoip_selected_country: visitor.selected ?? null,
          push_public_key: deps.push.publicKey,
        },
        serverAt: deps.clock.now(),
      };
    },
  };
}

/** A host in the form of site names: lower case, without port and trailing dot. */
function siteHost(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '').slice(0, 253);
}
