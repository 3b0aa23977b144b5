import {
  ADVANCED_SEARCH_FIELDS,
  type getSearch,
  type MemberSearch,
  type OutputOf,
  ok,
  type Result,
  SEARCH_FIELDS,
} from '@heartline/contracts';
import {
  fittingPairs,
  searchFieldsOf,
  shownAge,
  startSearch,
  toMemberSearch,
  toSearchFilter,
  withoutUnfit,
} from '@heartline/domain';
import { checkFields, showsInterests } from './check-fields.ts';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';

type StartSearch = OutputOf<typeof getSearch>;

/**
 * The search to start with: the remembered one, else one made from the profile. A remembered gender may no longer fit
 * the profile. It is left out then, because it would find everybody of that gender.
 */
export async function rememberedSearch(context: DiscoveryContext, searcher: Searcher): Promise<StartSearch> {
  const [row, own] = await Promise.all([
    context.searches.of(searcher.id),
    context.profiles.profileOf(searcher.id),
  ]);
  const search = row ? withoutUnfit(own, row.search) : await searchOfProfile(context, searcher);
  return { search: await allowedFields(context, searcher, search), remembered: row !== null };
}

/**
 * Remembers a search for all devices of the member. A search for people who cannot match becomes one with `fits=any`:
 * that keeps it apart from one that a change of the profile made so.
 */
export async function saveSearch(
  context: DiscoveryContext,
  searcher: Searcher,
  asked: MemberSearch,
): Promise<Result<StartSearch>> {
  const allowed = await checkFields(context, searcher, toSearchFilter(asked));
  if (!allowed.ok) return allowed;
  const own = await context.profiles.profileOf(searcher.id);
  const search: MemberSearch = own && !fittingPairs(own, asked) ? { ...asked, fits: 'any' } : asked;
  await context.searches.save(searcher.id, search, context.clock.now());
  return ok({ search, remembered: true });
}

/** Forgets the remembered search. */
export async function resetSearch(context: DiscoveryContext, searcher: Searcher): Promise<StartSearch> {
  await context.searches.remove(searcher.id);
  return rememberedSearch(context, searcher);
}

/** The search made from a member's profile. */
export async function searchOfProfile(context: DiscoveryContext, searcher: Searcher): Promise<MemberSearch> {
  const [own, { settings }] = await Promise.all([
    context.profiles.profileOf(searcher.id),
    context.site.settingsOf(searcher.site),
  ]);
  if (!own) return {};
  const age = shownAge(own.dateOfBirth, context.clock.now(), settings.min_age);
  return toMemberSearch(startSearch({ ...own, age }, settings.min_age));
}

/**
 * Leaves out fields that the member may not search by now. Premium may have ended since, or the site may have
 * dropped a field.
 */
async function allowedFields(
  context: DiscoveryContext,
  { id, site }: Searcher,
  search: MemberSearch,
): Promise<MemberSearch> {
  const [{ settings }, account] = await Promise.all([
    context.site.settingsOf(site),
    context.accounts.accountOf(id),
  ]);
  const offered: readonly string[] = searchFieldsOf(settings);
  const isPremium = account?.premiumAt != null;
  const isAllowed = (field: string) => {
    if (field === 'neighbours') return offered.includes('country');
    if (field === 'sort') return search.sort !== 'interests' || showsInterests(settings);
    if (!(SEARCH_FIELDS as readonly string[]).includes(field)) return true;
    const isAdvanced = (ADVANCED_SEARCH_FIELDS as readonly string[]).includes(field);
    return offered.includes(field) && (isPremium || !isAdvanced);
  };
  return Object.fromEntries(Object.entries(search).filter(([field]) => isAllowed(field)));
}
