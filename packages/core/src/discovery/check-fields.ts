import type { SearchFilter } from '@heartline/contracts';
import {
  ADVANCED_SEARCH_FIELDS,
  ok,
  type Result,
  refuse,
  SEARCH_FIELDS,
  type SearchSort,
  type SiteSettings,
} from '@heartline/contracts';
import { searchFieldsOf } from '@heartline/domain';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';

/**
 * Refuses a search with fields that the site does not search by, and an order that would reveal what its
 * profiles do not show. Advanced fields are for premium members ('This feature is only available for premium
 * members.').
 */
export async function checkFields(
  context: Pick<DiscoveryContext, 'site' | 'accounts'>,
  { id, site, member }: Searcher,
  filter: SearchFilter & { sort?: SearchSort | undefined },
): Promise<Result<undefined>> {
  const { settings } = await context.site.settingsOf(site);
  const offered = searchFieldsOf(settings);
  const asked = SEARCH_FIELDS.filter((field) => filter[field] !== undefined);
  const stray = asked.find((field) => !offered.includes(field));
  if (stray) return refuse('VALIDATION_FAILED', { fields: { [stray]: 'INVALID' } });
  if (filter.sort === 'interests' && !showsInterests(settings))
    return refuse('VALIDATION_FAILED', { fields: { sort: 'INVALID' } });
  if (!asked.some((field) => (ADVANCED_SEARCH_FIELDS as readonly string[]).includes(field)))
    return ok(undefined);
  const account = member ? await context.accounts.accountOf(id) : undefined;
  return account?.premiumAt == null ? refuse('PREMIUM_REQUIRED') : ok(undefined);
}

/** True if profiles of the site show interests. */
export function showsInterests({ visible_profile_fields: shown }: SiteSettings): boolean {
  return shown.includes('interests');
}
