import type { ProfileCard } from '@heartline/contracts';
import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../client/query.ts';
import { useSettings } from '../client/session.ts';
import { useCountryName } from './country-name.ts';

/** The place of a person: the city, or else the region's name. */
export function usePlaceOf(): (
  profile: Pick<ProfileCard, 'city' | 'country' | 'region'>,
) => string | undefined {
  const regionName = useRegionName();
  return (profile) => profile.city ?? regionName(profile);
}

/** The same with the country, on sites that show it. */
export function useWholePlace(profile: Pick<ProfileCard, 'city' | 'country' | 'region'>): string {
  const place = usePlaceOf()(profile);
  const country = useCountryName()(profile.country);
  const { visible_profile_fields: fields } = useSettings();
  return [place, fields.includes('country') && country].filter(Boolean).join(', ');
}

/** True when the names of regions are loaded or have failed to load. Until then their space is reserved. */
export function useArePlacesKnown(): boolean {
  return !useQuery(regionsQuery).isPending;
}

/** The name of a region in the language of the page. */
export function useRegionName(): (profile: Pick<ProfileCard, 'country' | 'region'>) => string | undefined {
  const regions = useQuery(regionsQuery).data;
  return ({ country, region }) =>
    regions?.find((one) => one.country === country && one.code === region)?.name;
}
