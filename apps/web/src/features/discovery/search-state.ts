import type { ProfileCard, SearchPage, Wider } from '@heartline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../client/query.ts';
import type { MemberSearch } from './member-search.ts';
import { useMembers, useSimilarMembers } from './use-members.ts';

/** A page as the search state holds it. */
export interface ResultPage {
  pageNumber: number;
  results: ProfileCard[];
}

/** The search state of the specification (S3-085 to S3-097): the search, and everything found. */
export interface SearchState
  extends Pick<MemberSearch, 'gender' | 'country' | 'countryregion' | 'min_age' | 'max_age'> {
  /** True once the first answer has arrived. */
  didInit: boolean;
  results: ResultPage[];
  numResults: number | undefined;
  /** Members of earlier searches who are not among the results. Shown when a search fails. */
  otherCachedProfiles: ProfileCard[];
  similar_results: ResultPage[];
  similar_numResults: number | undefined;
  /** The next wider search that finds more people; null if none does. */
  wider: Wider;
}

/** The state of a search, from the address and the answers so far. Lists and totals are empty without answers. */
export function searchStateOf(
  search: MemberSearch,
  found: readonly SearchPage[] | undefined,
  similar: readonly SearchPage[] | undefined,
  cached: readonly ProfileCard[],
): SearchState {
  const { gender, country, countryregion, min_age, max_age } = search;
  const shown = new Set(
    [...(found ?? []), ...(similar ?? [])].flatMap((page) => page.results.map(({ id }) => id)),
  );
  const others = new Map(cached.filter(({ id }) => !shown.has(id)).map((card) => [card.id, card]));
  const pages = (list: readonly SearchPage[] = []) =>
    list.map(({ pageNumber, results }) => ({ pageNumber, results }));
  return {
    ...({ gender, country, countryregion, min_age, max_age } as MemberSearch),
    didInit: found !== undefined,
    results: pages(found),
    numResults: found?.at(-1)?.numResults,
    otherCachedProfiles: [...others.values()],
    similar_results: pages(similar),
    similar_numResults: similar?.at(-1)?.numResults,
    wider: found?.at(-1)?.wider ?? null,
  };
}

/** The state of this search, and the functions that load more. Nothing is loaded until the search is known. */
export function useSearchState(search: MemberSearch | undefined) {
  const client = useQueryClient();
  const members = useMembers(search);
  const isAtEnd = members.data !== undefined && !members.hasNextPage;
  const similar = useSimilarMembers(search, isAtEnd);
  const cached = client
    .getQueriesData<{ pages?: SearchPage[] }>({ queryKey: keys.members({}).slice(0, 1) })
    .flatMap(([, data]) => data?.pages?.flatMap((page) => page.results) ?? []);
  return {
    members,
    similar,
    state: searchStateOf(search ?? {}, members.data?.pages, similar.data?.pages, cached),
  };
}
