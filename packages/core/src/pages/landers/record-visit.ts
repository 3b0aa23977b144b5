import { ok, type ParsedOf, type Result, refuse, type reportVisit } from '@heartline/contracts';
import { readTracking } from '@heartline/domain';
import type { CoreDeps } from '../../core-deps.ts';
import type { SiteOfHost } from '../../site/index.ts';
import { VISITS, type VisitRow } from './lander.model.ts';

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

/** Stores one visit. Its time is the server's; VALIDATION_FAILED if another site showed the lander. */
export async function recordVisit(
  { mongo, clock, ids }: Pick<CoreDeps, 'mongo' | 'clock' | 'ids'>,
  input: ParsedOf<typeof reportVisit>,
  from: VisitFrom,
): Promise<Result<{ ok: true }>> {
  if (input.site !== from.site.site) return refuse('VALIDATION_FAILED', { fields: { site: 'INVALID' } });
  const { network = '', ref = '' } = readTracking(from.network);
  const at = clock.now();
  const row: VisitRow = {
    _id: ids.documentId(),
    site: input.site,
    lander: input.lander,
    slug: input.slug ?? '',
    variant: input.variant ?? '',
    locale: input.locale,
    country: from.country ?? '',
    network,
    ref,
    kind: input.kind,
    at,
    forgetAt: new Date(at + VISIT_RETENTION_MS),
  };
  await mongo.groupCommit<VisitRow>(VISITS).insert([row]);
  return ok({ ok: true });
}
