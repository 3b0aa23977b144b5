import type { SearchFilter } from '@heartline/contracts';
import { birthDays, dayNumber, dayOf, NEW_DAYS, nearbyCountries } from '@heartline/domain';
import { SEARCHED_AS, type SearchIndexFilter, TRAITS } from './search-index.model.ts';

/**
 * The filter of a search at `now`. A region counts within its country only. Everyone is at least `youngest`,
 * the minimum age of the site: some reach it in their own calendar before they do in ours.
 */
export function searchIndexFilter(
  filter: SearchFilter,
  now: number,
  youngest: number,
  wanted?: SearchIndexFilter['wanted'],
): SearchIndexFilter {
  const { min_age: from = youngest, max_age: to } = filter;
  const { after, until } = birthDays(from > youngest ? from : undefined, to, dayOf(now));
  const traits = TRAITS.flatMap((trait) => {
    const value = filter[SEARCHED_AS[trait]];
    return value === undefined ? [] : [[trait, value] as const];
  });
  return {
    traits: Object.fromEntries(traits),
    ...placeOf(filter),
    ...(filter.fictional && { fictional: filter.fictional === 'yes' }),
    ...(after && { bornAfter: after }),
    ...(until && { bornUntil: until }),
    ...(filter.interests && { interests: filter.interests }),
    ...(filter.new_here && { joinedFrom: dayNumber(now) - NEW_DAYS }),
    ...(filter.active_now && { online: true as const }),
    ...(filter.verified && { verified: true as const }),
    ...(wanted && { wanted }),
  };
}

function placeOf(filter: SearchFilter): Pick<SearchIndexFilter, 'countries' | 'region'> {
  const { country, countryregion: region } = filter;
  if (!country) return {};
  if (filter.neighbours) return { countries: [country, ...nearbyCountries(country)] };
  return { countries: [country], ...(region && { region }) };
}
