import { DEFAULT_SETTINGS, publicSettings, type SiteSettings } from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';

/** What an operator set for one host; the rest are defaults. `site` joins several hosts into one site. */
interface SiteRow extends Partial<SiteSettings> {
  _id: string;
  site?: string;
}

/** A site, as found by a host. `configured` is false for hosts nobody set up. */
export interface SiteOfHost {
  site: string;
  settings: SiteSettings;
  configured: boolean;
}

const DEFAULT_SITE = 'default';

/** The sites of these hosts: the default settings, then those of the default site, then the host's own. */
export async function readSites(
  deps: Pick<CoreDeps, 'mongo' | 'logger'>,
  hosts: readonly string[],
): Promise<Map<string, SiteOfHost>> {
  const rows = await deps.mongo.connection
    .collection<SiteRow>('sites')
    .find({ _id: { $in: [...new Set([...hosts, DEFAULT_SITE])] } })
    .toArray();
  const byHost = new Map(rows.map((row) => [row._id, row]));
  const base = { ...DEFAULT_SETTINGS, ...soundSettings(byHost.get(DEFAULT_SITE), deps.logger) };
  return new Map(
    hosts.map((host) => {
      const row = host === DEFAULT_SITE ? undefined : byHost.get(host);
      const settings = { ...base, ...soundSettings(row, deps.logger) };
      return [
        host,
        { site: row ? (row.site ?? host) : DEFAULT_SITE, settings, configured: row !== undefined },
      ];
    }),
  );
}

/** The settings of a row that are what they should be; a wrong one is left out and logged, so the site stays up. */
function soundSettings(row: SiteRow | undefined, logger: CoreDeps['logger']): Partial<SiteSettings> {
  const sound: Record<string, unknown> = {};
  for (const name of Object.keys(DEFAULT_SETTINGS) as (keyof SiteSettings)[]) {
    if (row?.[name] === undefined) continue;
    const parsed = publicSettings.shape[name].safeParse(row[name]);
    if (parsed.success) sound[name] = parsed.data;
    else logger.warn({ site: row._id, setting: name }, 'setting ignored: it has the wrong form');
  }
  return sound;
}
