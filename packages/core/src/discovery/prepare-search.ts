import type { SearchFilter, Wider } from '@heartline/contracts';
import { fittingPairs, toMemberSearch, widerSearches } from '@heartline/domain';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { searchIndexFilter } from './profile-filter.ts';
import type { SearchIndexFilter } from './search-index.model.ts';
import type { SearchIndex } from './search-index.ts';

/** A search ready to run: the index, its filter, and the people it leaves out. */
export interface Search {
  searchIndex: SearchIndex;
  filter: SearchIndexFilter;
  /** The search that `filter` was made of. */
  asked: SearchFilter;
  hidden: ReadonlySet<string>;
  /** Interests of the searcher. */
  interests: readonly string[];
  now: number;
  /** Minimum age of the site. */
  youngest: number;
  /** The same search with another filter. One for everybody stays so: a wider one holds all of its members. */
  with(asked: SearchFilter): Search;
}

/**
 * Reads what a search needs. People who could not match the searcher are left out, unless the search asks for
 * everybody (`fittingPairs`). `known` are further people to leave out, such as those already liked.
 */
export async function prepareSearch(
  context: Pick<DiscoveryContext, 'clock' | 'searchIndexes' | 'profiles' | 'safety' | 'site'>,
  searcher: Searcher,
  asked: SearchFilter,
  known: readonly string[] = [],
): Promise<Search> {
  const now = context.clock.now();
  const [searchIndex, blocked, { settings }, profile] = await Promise.all([
    context.searchIndexes.searchIndexOf(searcher.site),
    hiddenFrom(context, searcher),
    context.site.settingsOf(searcher.site),
    searcher.member ? context.profiles.profileOf(searcher.id) : undefined,
  ]);
  if (asked.active_now) await context.searchIndexes.followOnline();
  const hidden = known.length > 0 ? new Set([...blocked, ...known]) : blocked;
  // Answers to made-up facts would tell the sexuality of each member, even where profiles hide it.
  const said = settings.visible_profile_fields.includes('sexuality') ? searcher.own : undefined;
  const own = profile ?? said;
  const youngest = settings.min_age;
  const searchOf = (filter: SearchFilter): Search => {
    const wanted = fittingPairs(own, filter);
    return {
      searchIndex,
      filter: searchIndexFilter(filter, now, youngest, wanted),
      asked: filter,
      hidden,
      interests: profile?.interests ?? [],
      now,
      youngest,
      with: (other) => searchOf(!wanted && fittingPairs(own, other) ? { ...other, fits: 'any' } : other),
    };
  };
  return searchOf(asked);
}

/** People a search must leave out, in pages and totals alike: the searcher, and blocks of either side. */
export async function hiddenFrom(
  context: Pick<DiscoveryContext, 'safety'>,
  { id, member }: Searcher,
): Promise<ReadonlySet<string>> {
  return member ? new Set([id, ...(await context.safety.hiddenFor(id))]) : new Set();
}

/** Number of matches without hidden people. */
export function totalOf({ searchIndex, filter, hidden }: Search): number {
  const isFitting = searchIndex.matcher(filter);
  let total = searchIndex.count(filter);
  for (const id of hidden) if (isFitting(id)) total -= 1;
  return total;
}

/** The next wider search that has more people than this one; undefined if none has. */
export function nextWider(search: Search): { wider: NonNullable<Wider>; search: Search } | undefined {
  const total = totalOf(search);
  for (const { step, filter } of widerSearches(search.asked, search.youngest)) {
    const near = search.with(filter);
    // Everybody in the search is in the wider one too.
    const more = totalOf(near) - total;
    if (more > 0) return { wider: { step, search: toMemberSearch(near.asked), more }, search: near };
  }
  return undefined;
}
