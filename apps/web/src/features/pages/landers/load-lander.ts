import { getLander, type LanderAddress, type LanderContent, landerAt } from '@heartline/contracts';
import { call } from '../../../client/api.ts';
import { queryClient, regionsQuery, settingsQuery } from '../../../client/query.ts';
import { LANDER_CHUNKS } from './lander-chunks.ts';
import type { LanderConfig, LanderRegion } from './lander-config.ts';

/** Everything that a landing page is drawn from. */
export interface LoadedLander {
  address: LanderAddress;
  config: LanderConfig;
  /** Undefined when the server did not answer: the lander has words of its own. */
  content: LanderContent | undefined;
  country: string | undefined;
  regions: readonly LanderRegion[];
}

/**
 * Loads the lander at a path without a language.
 * @throws when there is none; the route has checked it.
 */
export async function loadLander(path: string): Promise<LoadedLander> {
  const address = landerAt(path);
  const load = address && address.lander !== 'signup' && LANDER_CHUNKS[address.lander];
  if (!load) throw new Error(`no lander at this address: ${path}`);
  const [{ lander: config }, content, settings] = await Promise.all([
    load(),
    contentOf(address),
    queryClient.ensureQueryData(settingsQuery),
  ]);
  const here = settings.geoip_selected_country ?? settings.geoip_country ?? undefined;
  const country = here !== undefined && settings.countries.includes(here) ? here : undefined;
  const regions =
    config.usesRegions && country ? await queryClient.ensureQueryData(regionsQuery).catch(() => []) : [];
  return { address, config, content, country, regions: regions.filter((one) => one.country === country) };
}

/** The campaign: the copy in the served page, or the answer of the server. */
async function contentOf({ lander, campaign }: LanderAddress): Promise<LanderContent | undefined> {
  const element = document.getElementById('lander');
  const served = element && (JSON.parse(element.textContent) as LanderContent);
  // Used once: another lander, or the same one later, asks for its own.
  element?.remove();
  if (served && served.tag.lander === lander && served.tag.slug === campaign) return served;
  return call(getLander, { lander, ...(campaign !== undefined && { slug: campaign }) }).catch(
    () => undefined,
  );
}
