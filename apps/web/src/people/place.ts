import type { ProfileCard } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../client/query.ts';

/** Says where somebody is: the city, else the region's name. */
export function usePlaceOf(): (
  profile: Pick<ProfileCard, 'city' | 'country' | 'region'>,
) => string | undefined {
  const regions = useQuery(regionsQuery).data;
  return (profile) =>
    profile.city ??
    regions?.find((region) => region.country === profile.country && region.code === profile.region)?.name;
}
