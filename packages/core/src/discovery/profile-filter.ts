import { birthDays, type SearchFilter } from '@heartline/domain';
import type { ProfileRow } from '../profiles/index.ts';

/** A search as the store is asked: equal fields, and days of birth as a range. */
export interface Ring {
  equal: Partial<Pick<ProfileRow, 'gender' | 'country' | 'region' | 'fictional'>> & { listed: string };
  dateOfBirth: { $gt?: string; $lte?: string };
}

/** What a member looks for, on `today`. A region counts within its country only. */
export function ringFilter(site: string, filter: SearchFilter, today: string): Ring {
  const { after, until } = birthDays(filter.min_age, filter.max_age, today);
  return {
    equal: {
      listed: site,
      ...(filter.gender && { gender: filter.gender }),
      ...(filter.country && { country: filter.country }),
      ...(filter.country && filter.countryregion && { region: filter.countryregion }),
      ...(filter.fictional && { fictional: filter.fictional === 'yes' }),
    },
    dateOfBirth: { ...(after && { $gt: after }), ...(until && { $lte: until }) },
  };
}

/** The same rule for one profile at hand. */
export function matchesFilter(row: ProfileRow, { equal, dateOfBirth }: Ring): boolean {
  const fits = Object.entries(equal).every(([field, value]) => row[field as keyof ProfileRow] === value);
  const oldEnough = dateOfBirth.$lte === undefined || row.dateOfBirth <= dateOfBirth.$lte;
  const youngEnough = dateOfBirth.$gt === undefined || row.dateOfBirth > dateOfBirth.$gt;
  return fits && oldEnough && youngEnough;
}

/** The filter as the engine takes it. */
export function engineFilter({ equal, dateOfBirth }: Ring): Record<string, unknown> {
  return { ...equal, ...(Object.keys(dateOfBirth).length > 0 && { dateOfBirth }) };
}
