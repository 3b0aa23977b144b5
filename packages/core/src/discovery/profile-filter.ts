import { birthDays, type SearchFilter } from '@heartline/domain';
import { SEARCHED_AS, type SearchIndexFilter, TRAITS } from './search-index.model.ts';

/**
 * The filter of a search on `today`. A region counts within its country only. Everyone is at least
 * `youngest`, the minimum age of the site: some reach it in their own calendar before they do in ours.
 */
export function searchIndexFilter(filter: SearchFilter, today: string, youngest: number): SearchIndexFilter {
  const { min_age: from = youngest, max_age: to } = filter;
  const { after, until } = birthDays(from > youngest ? from : undefined, to, today);
  const traits = TRAITS.flatMap((trait) => {
    const value = filter[SEARCHED_AS[trait]];
    return value === undefined ? [] : [[trait, value] as const];
  });
  return {
    traits: Object.fromEntries(traits),
    ...(filter.country && { country: filter.country }),
    ...(filter.country && filter.countryregion && { region: filter.countryregion }),
    ...(filter.fictional && { fictional: filter.fictional === 'yes' }),
    ...(after && { bornAfter: after }),
    ...(until && { bornUntil: until }),
    ...(filter.interests && { interests: filter.interests }),
  };
}
