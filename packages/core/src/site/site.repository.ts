import {
  type CompanyInfo,
  companyInfo,
  DEFAULT_COMPANY,
  DEFAULT_PRIVATE_SETTINGS,
  DEFAULT_SETTINGS,
  type PrivateSettings,
  privateSettings,
  publicSettings,
  type SiteSettings,
} from '@heartline/contracts';
import type { CoreDeps } from '../core-deps.ts';
import { DEFAULT_SITE, type FieldSchema, type SiteRow, sitesOf } from './site.model.ts';

/** A site found by its host. `configured` is false for unconfigured hosts. */
export interface SiteOfHost {
  site: string;
  settings: SiteSettings;
  /** Settings that no visitor sees. */
  privately: PrivateSettings;
  company: CompanyInfo;
  configured: boolean;
}

type Deps = Pick<CoreDeps, 'mongo' | 'logger'>;

/**
 * The sites of these hosts. Later settings override earlier ones: defaults, the default site, the joined
 * site, the host itself.
 */
export async function readSites(deps: Deps, hosts: readonly string[]): Promise<Map<string, SiteOfHost>> {
  const own = await readRows(deps.mongo, [...hosts, DEFAULT_SITE]);
  const joined = await readRows(
    deps.mongo,
    [...own.values()].flatMap(({ site }) => site ?? []),
  );
  const base = { ...DEFAULT_SETTINGS, ...soundSettings(own.get(DEFAULT_SITE), deps.logger) };
  const hidden = { ...DEFAULT_PRIVATE_SETTINGS, ...soundPrivate(own.get(DEFAULT_SITE), deps.logger) };
  const company = { ...DEFAULT_COMPANY, ...soundCompany(own.get(DEFAULT_SITE), deps.logger) };
  return new Map(
    hosts.map((host) => {
      const row = host === DEFAULT_SITE ? undefined : own.get(host);
      const site = row?.site === undefined ? undefined : joined.get(row.site);
      return [
        host,
        {
          site: row ? (row.site ?? host) : DEFAULT_SITE,
          settings: { ...base, ...soundSettings(site, deps.logger), ...soundSettings(row, deps.logger) },
          privately: { ...hidden, ...soundPrivate(site, deps.logger), ...soundPrivate(row, deps.logger) },
          company: { ...company, ...soundCompany(site, deps.logger), ...soundCompany(row, deps.logger) },
          configured: row !== undefined,
        },
      ];
    }),
  );
}

/** Hosts that set this setting themselves. */
export async function hostsThatSet(mongo: Deps['mongo'], setting: keyof SiteRow): Promise<string[]> {
  const rows = await sitesOf(mongo)
    .find({ [setting]: { $exists: true } })
    .sort({ _id: 1 })
    .toArray();
  return rows.map(({ _id }) => _id);
}

async function readRows(mongo: Deps['mongo'], hosts: readonly string[]): Promise<Map<string, SiteRow>> {
  if (hosts.length === 0) return new Map();
  const rows = await sitesOf(mongo)
    .find({ _id: { $in: [...new Set(hosts)] } })
    .toArray();
  return new Map(rows.map((row) => [row._id, row]));
}

function soundSettings(row: SiteRow | undefined, logger: CoreDeps['logger']): Partial<SiteSettings> {
  return row ? soundPart(DEFAULT_SETTINGS, publicSettings.shape, row, { site: row._id, logger }) : {};
}

function soundPrivate(row: SiteRow | undefined, logger: CoreDeps['logger']): Partial<PrivateSettings> {
  return row
    ? soundPart(DEFAULT_PRIVATE_SETTINGS, privateSettings.shape, row, { site: row._id, logger })
    : {};
}

function soundCompany(row: SiteRow | undefined, logger: CoreDeps['logger']): Partial<CompanyInfo> {
  const { company, _id: site } = row ?? {};
  return company ? soundPart(DEFAULT_COMPANY, companyInfo.shape, company, { site, logger }) : {};
}

/** The valid fields of a row. Invalid ones are logged and left out, so that the site stays up. */
function soundPart<T extends object>(
  known: T,
  schemas: Readonly<Record<string, FieldSchema>>,
  row: object,
  about: { site: string | undefined; logger: CoreDeps['logger'] },
): Partial<T> {
  const sound: Record<string, unknown> = {};
  for (const name of Object.keys(known)) {
    const value = (row as Record<string, unknown>)[name];
    if (value === undefined) continue;
    const parsed = schemas[name]?.safeParse(value);
    if (parsed?.success) sound[name] = parsed.data;
    else about.logger.warn({ site: about.site, setting: name }, 'setting ignored: invalid value');
  }
  return sound as Partial<T>;
}
