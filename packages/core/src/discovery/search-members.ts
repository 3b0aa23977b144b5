import {
  type OutputOf,
  ok,
  type ProfileCard,
  type Result,
  type SearchPage,
  type SearchQuery,
  type searchAsVisitor as searchAsVisitorCall,
} from '@heartline/contracts';
import { dayOf, type SearchFilter, widerSearch } from '@heartline/domain';
import { checkFields } from './check-fields.ts';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { searchIndexFilter } from './profile-filter.ts';
import { type Stretch, scanSearchIndex } from './scan-search-index.ts';
import type { SearchIndexFilter } from './search-index.model.ts';
import type { SearchIndex } from './search-index.ts';

/** A page of matching members, in four steps: choose ids, load, apply rules, present. */
export async function searchMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  query: SearchQuery,
): Promise<Result<SearchPage>> {
  const { cursor, ...filter } = query;
  const allowed = await checkFields(context, searcher, filter);
  if (!allowed.ok) return allowed;
  const search = await prepare(context, searcher, filter);
  const chosen = scanSearchIndex(search.searchIndex, search.filter, { ...search.scanner, cursor });
  return ok(await present(context, searcher, chosen, totalOf(search)));
}

/** Number of matching members. */
export async function countMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  filter: SearchFilter,
): Promise<Result<{ numResults: number }>> {
  const allowed = await checkFields(context, searcher, filter);
  if (!allowed.ok) return allowed;
  return ok({ numResults: totalOf(await prepare(context, searcher, filter)) });
}

/** A page of members who nearly match. */
export async function similarMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  query: SearchQuery,
): Promise<Result<SearchPage>> {
  const { cursor, ...filter } = query;
  const allowed = await checkFields(context, searcher, filter);
  if (!allowed.ok) return allowed;
  const { settings } = await context.site.settingsOf(searcher.site);
  const wider = widerSearch(filter, settings.min_age);
  if (!wider) return ok({ pageNumber: 1, results: [], numResults: 0, nextCursor: null });
  const exact = await prepare(context, searcher, filter);
  const near = await prepare(context, searcher, wider);
  const isHidden = (id: string) => near.scanner.isHidden(id) || exact.searchIndex.has(exact.filter, id);
  const chosen = scanSearchIndex(near.searchIndex, near.filter, { ...near.scanner, cursor, isHidden });
  // Members of the exact search also match the wider one.
  return ok(await present(context, searcher, chosen, totalOf(near) - totalOf(exact)));
}

/** A page for a visitor, as far as `search` allows one. */
export async function searchAsVisitor(
  context: DiscoveryContext,
  searcher: Searcher,
  query: SearchQuery,
  search: 'basic' | 'full',
): Promise<Result<OutputOf<typeof searchAsVisitorCall>>> {
  const page = await searchMembers(context, searcher, query);
  return page.ok ? ok({ ...page.value, search }) : page;
}

interface Search {
  searchIndex: SearchIndex;
  filter: SearchIndexFilter;
  hidden: ReadonlySet<string>;
  scanner: { id: string; now: number; cursor: undefined; isHidden(id: string): boolean };
}

/** Step 1, choose: the index, the filter, and people hidden from the searcher. */
async function prepare(context: DiscoveryContext, searcher: Searcher, filter: SearchFilter): Promise<Search> {
  const now = context.clock.now();
  const [searchIndex, hidden, { settings }] = await Promise.all([
    context.searchIndexes.searchIndexOf(searcher.site),
    hiddenFrom(context, searcher),
    context.site.settingsOf(searcher.site),
  ]);
  return {
    searchIndex,
    filter: searchIndexFilter(filter, dayOf(now), settings.min_age),
    hidden,
    scanner: { id: searcher.id, now, cursor: undefined, isHidden: (id) => hidden.has(id) },
  };
}

/** People this search must leave out, in pages and totals alike: the searcher, and blocks of either side. */
export async function hiddenFrom(
  context: Pick<DiscoveryContext, 'safety'>,
  { id, member }: Searcher,
): Promise<ReadonlySet<string>> {
  return member ? new Set([id, ...(await context.safety.hiddenFor(id))]) : new Set();
}

/** Number of matches without hidden people. */
function totalOf({ searchIndex, filter, hidden }: Search): number {
  let total = searchIndex.count(filter);
  for (const id of hidden) if (searchIndex.has(filter, id)) total -= 1;
  return total;
}

/** Steps 2 to 4: loads the profiles, leaves out those gone by now, and presents them for this searcher. */
async function present(
  context: DiscoveryContext,
  searcher: Searcher,
  chosen: Stretch,
  numResults: number,
): Promise<SearchPage> {
  const { ids, pageNumber, nextCursor } = chosen;
  const cards = await cardsFor(context, searcher, ids);
  return { pageNumber, results: ids.flatMap((id) => cards.get(id) ?? []), numResults, nextCursor };
}

/** Cards of those among `ids` who may still be found, for a member or a visitor. */
export async function cardsFor(
  context: DiscoveryContext,
  { id, member, site }: Searcher,
  ids: readonly string[],
): Promise<Map<string, ProfileCard>> {
  const rows = await Promise.all(ids.map((one) => context.profiles.profileOf(one)));
  const listed = ids.filter((_, n) => rows[n]?.listed === site);
  return member ? context.profiles.cards(id, listed) : context.profiles.visitorCards(site, listed);
}
