import { ok, type ParsedOf, type Result, refuse, type reportVisit } from '@heartline/contracts';
import { readTracking } from '@heartline/domain';
import type { CoreDeps } from '../../core-deps.ts';
import type { SiteOfHost } from '../../site/index.ts';
import { VISITS, type VisitRow } from './lander.model.ts';
import { campaignsOf, type SiteLanders } from './show-lander.ts';
import type { VisitNames } from './visit-names.ts';

/** Visits are forgotten after 90 days; their numbers by day stay. */
const VISIT_RETENTION_MS = 90 * 86_400_000;

/** Facts of the request of a visit. */
export interface VisitFrom {
  site: SiteOfHost;
  /** The cookie `network`. */
  network: string | undefined;
  /** Country of the address. */
  country: string | undefined;
}

interface Deps extends Pick<CoreDeps, 'mongo' | 'clock' | 'ids'> {
  /** Campaigns of the site. */
  campaigns: SiteLanders;
  names: VisitNames;
}

/**
 * Stores one visit. Its time is the server's; VALIDATION_FAILED if another site showed the lander. It is counted under no
 * variant that its campaign does not have, and under no name beyond the limit of new ones.
 */
export async function recordVisit(
  { mongo, clock, ids, campaigns, names }: Deps,
  input: Input,
  from: VisitFrom,
): Promise<Result<{ ok: true }>> {
  if (input.site !== from.site.site) return refuse('VALIDATION_FAILED', { fields: { site: 'INVALID' } });
  const at = clock.now();
  const row: VisitRow = {
    _id: ids.documentId(),
    site: input.site,
    lander: input.lander,
    ...(await campaignOf(campaigns, names, input)),
    locale: input.locale,
    country: from.country ?? '',
    ...(await sourceOf(names, input.site, from.network)),
    kind: input.kind,
    at,
    forgetAt: new Date(at + VISIT_RETENTION_MS),
  };
  await mongo.groupCommit<VisitRow>(VISITS).insert([row]);
  return ok({ ok: true });
}

type Input = ParsedOf<typeof reportVisit>;

/** The campaign of a visit. An operator's own is always counted; an ended one as well, for pages that are still open. */
async function campaignOf(
  campaigns: SiteLanders,
  names: VisitNames,
  { site, lander, slug = '', variant = '' }: Input,
): Promise<Pick<VisitRow, 'slug' | 'variant'>> {
  const set = campaignsOf(campaigns, { site, lander, slug });
  const isCounted = slug === '' || set.length > 0 || (await names.isCounted(site, 'slug', slug));
  const isVariant = set.some(({ variants }) => variants.some(({ name }) => name === variant));
  return { slug: isCounted ? slug : '', variant: isVariant ? variant : '' };
}

/** The partner of a visit, by the names in its cookie. */
async function sourceOf(
  names: VisitNames,
  site: string,
  cookie: string | undefined,
): Promise<Pick<VisitRow, 'network' | 'ref'>> {
  const { network = '', ref = '' } = readTracking(cookie);
  if (network !== '' && !(await names.isCounted(site, 'network', network))) return { network: '', ref: '' };
  const isCounted = ref !== '' && (await names.isCounted(site, 'ref', network, ref));
  return { network, ref: isCounted ? ref : '' };
}
