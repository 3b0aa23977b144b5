import { type GeocodeResult, ok, type Result, refuse } from '@heartline/contracts';
import { regionOf } from './place-region.ts';
import type { ProfilesContext } from './profiles-context.ts';

/**
 * The town, region and country of a point, in one of these countries. The point is used for this look-up only
 * and is in no log, row or answer; the town is as coarse as a profile is.
 */
export async function geocode(
  context: Pick<ProfilesContext, 'places'>,
  countries: readonly string[],
  point: { lat: number; lon: number },
): Promise<Result<GeocodeResult>> {
  const place = await context.places.nearest(point, countries);
  const region = place && regionOf(place);
  return place && region ? ok({ country: place.country, region, city: place.name }) : refuse('NOT_FOUND');
}
