import type { ProfileCard } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../client/query.ts';

/** Says where somebody is: the city, else the region's name. */
export function usePlaceOf(): (
  profile: Pick<ProfileCard, 'city' | 'country' | 'region'>,
) => string | undefined {
  const regionName = useRegionName();
  return (profile) => profile.city ?? regionName(profile);
}

/** Whether names of regions can be said, or never will: until then their places are held. */
export function useArePlacesKnown(): boolean {
  return !useQuery(regionsQuery).isPending;
}

/** Says a region's name in the language of the page. */
export function useRegionName(): (profile: Pick<ProfileCard, 'country' | 'region'>) => string | undefined {
  const regions = useQuery(regionsQuery).data;
  return ({ country, region }) =>
    regions?.find((one) => one.country === country && one.code === region)?.name;
}
