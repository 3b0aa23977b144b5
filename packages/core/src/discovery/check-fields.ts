import { ADVANCED_SEARCH_FIELDS, ok, type Result, refuse, SEARCH_FIELDS } from '@heartline/contracts';
import { type SearchFilter, searchFieldsOf } from '@heartline/domain';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';

/**
 * Refuses a search with fields that the site does not search by. Advanced fields are for premium members
 * ('This feature is only available for premium members.').
 */
export async function checkFields(
  context: Pick<DiscoveryContext, 'site' | 'accounts'>,
  { id, site, member }: Searcher,
  filter: SearchFilter,
): Promise<Result<undefined>> {
  const { settings } = await context.site.settingsOf(site);
  const offered = searchFieldsOf(settings);
  const asked = SEARCH_FIELDS.filter((field) => filter[field] !== undefined);
  const stray = asked.find((field) => !offered.includes(field));
  if (stray) return refuse('VALIDATION_FAILED', { fields: { [stray]: 'INVALID' } });
  if (!asked.some((field) => (ADVANCED_SEARCH_FIELDS as readonly string[]).includes(field)))
    return ok(undefined);
  const account = member ? await context.accounts.accountOf(id) : undefined;
  return account?.premiumAt == null ? refuse('PREMIUM_REQUIRED') : ok(undefined);
}
