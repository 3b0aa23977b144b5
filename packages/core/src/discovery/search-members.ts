import type { SearchFilter } from '@heartline/contracts';
import {
  type OutputOf,
  ok,
  type ProfileCard,
  type Result,
  type SearchPage,
  type SearchQuery,
  type SearchSort,
  type searchAsVisitor as searchAsVisitorCall,
} from '@heartline/contracts';
import { checkFields } from './check-fields.ts';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { nextWider, prepareSearch, type Search, totalOf } from './prepare-search.ts';
import { type Scanner, scanSearchIndex } from './scan-search-index.ts';

/** Members who were here lately answer most often. */
const DEFAULT_SORT: SearchSort = 'active';

/** A page of matching members, in four steps: choose ids, load, apply rules, present. */
export async function searchMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  query: SearchQuery,
): Promise<Result<SearchPage>> {
  const { cursor, sort, ...filter } = query;
  const allowed = await checkFields(context, searcher, { ...filter, sort });
  if (!allowed.ok) return allowed;
  const search = await prepareSearch(context, searcher, filter);
  const chosen = scanSearchIndex(
    search.searchIndex,
    search.filter,
    scannerOf(searcher, search, { cursor, sort }),
  );
  return ok({
    ...(await present(context, searcher, chosen)),
    numResults: totalOf(search),
    wider: nextWider(search)?.wider ?? null,
  });
}

/** Number of matching members. */
export async function countMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  { sort, ...filter }: SearchFilter & { sort?: SearchSort | undefined },
): Promise<Result<{ numResults: number }>> {
  const allowed = await checkFields(context, searcher, { ...filter, sort });
  if (!allowed.ok) return allowed;
  return ok({ numResults: totalOf(await prepareSearch(context, searcher, filter)) });
}

/** A page of members whom the next wider search has beyond this one. */
export async function similarMembers(
  context: DiscoveryContext,
  searcher: Searcher,
  query: SearchQuery,
): Promise<Result<SearchPage>> {
  const { cursor, sort, ...filter } = query;
  const allowed = await checkFields(context, searcher, { ...filter, sort });
  if (!allowed.ok) return allowed;
  const exact = await prepareSearch(context, searcher, filter);
  const next = nextWider(exact);
  if (!next) return ok({ pageNumber: 1, results: [], numResults: 0, nextCursor: null, wider: null });
  const { search: near, wider } = next;
  const scanner = scannerOf(searcher, near, { cursor, sort });
  const isExact = exact.searchIndex.matcher(exact.filter);
  const chosen = scanSearchIndex(near.searchIndex, near.filter, {
    ...scanner,
    isHidden: (id) => near.hidden.has(id) || isExact(id),
  });
  return ok({ ...(await present(context, searcher, chosen)), numResults: wider.more, wider });
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

function scannerOf(
  { id }: Searcher,
  { hidden, interests, now }: Search,
  { cursor, sort = DEFAULT_SORT }: Pick<SearchQuery, 'cursor' | 'sort'>,
): Scanner {
  return {
    id,
    now,
    cursor,
    isHidden: (one) => hidden.has(one),
    order: { sort, interests: sort === 'interests' ? interests : [] },
  };
}

/** Steps 2 to 4: loads the profiles, leaves out those gone by now, and presents them for this searcher. */
async function present(
  context: DiscoveryContext,
  searcher: Searcher,
  { ids, pageNumber, nextCursor }: ReturnType<typeof scanSearchIndex>,
) {
  const cards = await cardsFor(context, searcher, ids);
  return { pageNumber, results: ids.flatMap((id) => cards.get(id) ?? []), nextCursor };
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
