import type { DeckEnd, ProfileCard, SearchFilter } from '@heartline/contracts';
import type { DiscoveryContext, Searcher } from './discovery-context.ts';
import { nextWider, prepareSearch, type Search, totalOf } from './prepare-search.ts';
import { scanSearchIndex } from './scan-search-index.ts';
import { cardsFor } from './search-members.ts';

/** The next cards of a deck, and what comes after the last one. */
export interface Deal {
  results: ProfileCard[];
  nextCursor: string | null;
  end: DeckEnd;
}

/** Cards of people who fit, without those `known`: liked, or passed. In no order that would tell anything. */
export async function dealCards(
  context: DiscoveryContext,
  searcher: Searcher,
  { filter, known, cursor }: { filter: SearchFilter; known: readonly string[]; cursor?: string | undefined },
  size: number,
): Promise<Deal> {
  const search = await prepareSearch(context, searcher, filter, known);
  const { hidden, now } = search;
  const scanner = { id: searcher.id, now, cursor, isHidden: (id: string) => hidden.has(id) };
  const { ids, nextCursor } = scanSearchIndex(search.searchIndex, search.filter, scanner, size);
  const cards = await cardsFor(context, searcher, ids);
  const results = ids.flatMap((id) => cards.get(id) ?? []);
  const end = nextCursor === null ? endOf(search, known) : null;
  return { results, nextCursor, end };
}

/** Why a deck ends: everybody who fits was dealt or is known, or nobody fits at all. */
function endOf(search: Search, known: readonly string[]): DeckEnd {
  const isFitting = search.searchIndex.matcher(search.filter);
  return {
    reason: totalOf(search) > 0 || known.some(isFitting) ? 'seen' : 'nobody',
    wider: nextWider(search)?.wider ?? null,
  };
}
