import type { Gender, SearchQuery } from '@heartline/contracts';

/** A search as it stands in the address, under the names of the specification. Nothing given means no limit. */
export interface MemberSearch {
  gender?: Gender;
  country?: string;
  countryregion?: string;
  min_age?: number;
  max_age?: number;
  /** `no` leaves fictional profiles out. */
  fictional?: 'no';
}

export const OLDEST = 99;

const age = (value: unknown) => {
  const years = Number(value);
  return Number.isInteger(years) && years >= 18 && years <= OLDEST ? years : undefined;
};
const code = (value: unknown, pattern: RegExp) => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && pattern.test(text) ? text : undefined;
};

/** Reads a search from an address that anybody may have typed: what does not fit is left out. */
export function parseMemberSearch(raw: Record<string, unknown>): MemberSearch {
  const country = code(raw.country, /^[A-Z]{2}$/);
  const region = country && code(raw.countryregion, /^[A-Z0-9]{1,6}$/);
  const [from, to] = [age(raw.min_age), age(raw.max_age)];
  const isTurned = from !== undefined && to !== undefined && from > to;
  return dropUndefined({
    gender: raw.gender === 'male' || raw.gender === 'female' ? raw.gender : undefined,
    country,
    countryregion: region,
    min_age: isTurned ? to : from,
    max_age: isTurned ? from : to,
    fictional: raw.fictional === 'no' ? 'no' : undefined,
  });
}

/** The same search as the server takes it. */
export function toQuery(search: MemberSearch, cursor?: string): SearchQueryInput {
  return dropUndefined({ ...search, cursor });
}

type SearchQueryInput = Partial<Omit<SearchQuery, 'min_age' | 'max_age'>> & {
  min_age?: number;
  max_age?: number;
};

/** A search with some fields changed; undefined takes a field away, and a region goes with its country. */
export function changeSearch(
  search: MemberSearch,
  change: { [K in keyof MemberSearch]?: MemberSearch[K] | undefined },
): MemberSearch {
  const next = { ...search, ...change };
  if ('country' in change && change.country !== search.country) next.countryregion = undefined;
  return dropUndefined(next);
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function dropUndefined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}
