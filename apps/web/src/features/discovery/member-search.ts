import {
  ADVANCED_SEARCH_FIELDS,
  BODY_TYPES,
  EYE_COLORS,
  HAIR_COLORS,
  INTERESTS,
  type InputOf,
  REASONS,
  RELATIONSHIP_STATUSES,
  type MemberSearch as RememberedSearch,
  SEARCH_INTERESTS_LIMIT,
  type SearchSort,
  type searchMembers,
  searchSort,
  TATTOOS,
} from '@heartline/contracts';

type Query = InputOf<typeof searchMembers>;

/** The values of each choice. */
export const CHOICES = {
  gender: ['female', 'male'],
  sexuality: ['hetero', 'gay', 'lesbian', 'bi'],
  relationship_status: RELATIONSHIP_STATUSES,
  reason: REASONS,
  body_type: BODY_TYPES,
  hair_color: HAIR_COLORS,
  eye_color: EYE_COLORS,
  tattoos: TATTOOS,
} as const satisfies { [F in keyof Query]?: readonly NonNullable<Query[F]>[] };
export type ChoiceField = keyof typeof CHOICES;

/** A search in the address, under the names of the specification. A missing field means no limit. */
export type MemberSearch = {
  [F in ChoiceField]?: (typeof CHOICES)[F][number];
} & {
  country?: string;
  countryregion?: string;
  min_age?: number;
  max_age?: number;
  /** Keys separated by commas, `music,coffee`. */
  interests?: string;
  /** `no` excludes fictional profiles. */
  fictional?: 'no';
  /** `any` also finds people who could not like the member back. */
  fits?: 'any';
  /** The order; without it, who was active last. */
  sort?: Exclude<SearchSort, 'active'>;
} & { [F in Flag]?: 1 };

/** Filters that are on or off. Numbers, because the address shows them without quotes. */
export const FLAGS = ['new_here', 'active_now', 'verified', 'neighbours'] as const;
export type Flag = (typeof FLAGS)[number];

const SORTS: readonly SearchSort[] = searchSort.options;

export const OLDEST = 99;

const age = (value: unknown) => {
  const years = Number(value);
  return Number.isInteger(years) && years >= 18 && years <= OLDEST ? years : undefined;
};
const code = (value: unknown, pattern: RegExp) => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && pattern.test(text) ? text : undefined;
};

/** The known interests of a search, each once. */
export function interestsOf(value: unknown): string[] {
  const asked = new Set(typeof value === 'string' ? value.split(',') : []);
  return INTERESTS.filter((interest) => asked.has(interest)).slice(0, SEARCH_INTERESTS_LIMIT);
}

const FIELDS = new Set<string>([
  ...Object.keys(CHOICES),
  ...FLAGS,
  'country',
  'countryregion',
  'min_age',
  'max_age',
  'interests',
  'fictional',
  'fits',
  'sort',
]);

/** The search of an address; undefined if the address has none. */
export function searchInAddress(raw: Record<string, unknown>): MemberSearch | undefined {
  return Object.keys(raw).some((field) => FIELDS.has(field)) ? parseMemberSearch(raw) : undefined;
}

/** The same search for an address, which is never empty: an empty one stands for the remembered search. */
export function toAddress(search: MemberSearch): Record<string, unknown> {
  return Object.keys(search).length > 0 ? search : { fits: 'both' };
}

/** Reads a search from an untrusted address. Invalid fields are left out. */
export function parseMemberSearch(raw: Record<string, unknown>): MemberSearch {
  const country = code(raw['country'], /^[A-Z]{2}$/);
  const region = country && code(raw['countryregion'], /^[A-Z0-9]{1,6}$/);
  const [from, to] = [age(raw['min_age']), age(raw['max_age'])];
  const isTurned = from !== undefined && to !== undefined && from > to;
  const choices = Object.entries(CHOICES).map(([field, values]) => [
    field,
    (values as readonly unknown[]).includes(raw[field]) ? raw[field] : undefined,
  ]);
  const flags = FLAGS.map((flag) => [flag, String(raw[flag]) === '1' ? 1 : undefined]);
  const sort = SORTS.find((one) => one === raw['sort']);
  return dropUndefined({
    ...(Object.fromEntries(choices) as Pick<MemberSearch, ChoiceField>),
    ...(Object.fromEntries(flags) as Pick<MemberSearch, Flag>),
    country,
    countryregion: region,
    min_age: isTurned ? to : from,
    max_age: isTurned ? from : to,
    interests: interestsOf(raw['interests']).join(',') || undefined,
    fictional: raw['fictional'] === 'no' ? 'no' : undefined,
    fits: raw['fits'] === 'any' ? 'any' : undefined,
    sort: sort === 'active' ? undefined : sort,
  });
}

/** The same search as the server remembers it. */
export function toRemembered(search: MemberSearch): RememberedSearch {
  const flags = FLAGS.map((flag) => [flag, search[flag] && '1']);
  return dropUndefined({ ...search, ...Object.fromEntries(flags) });
}

/** The same search as the server's query. */
export function toQuery(search: MemberSearch, cursor?: string): Query {
  return dropUndefined({ ...toRemembered(search), cursor });
}

/** True for searches with the same fields. */
export function isSameSearch(one: MemberSearch, other: MemberSearch): boolean {
  const fields = [...FIELDS] as (keyof MemberSearch)[];
  return fields.every((field) => one[field] === other[field]);
}

/**
 * A search with some fields changed. Undefined removes a field. Region and neighbours go with their country, and a
 * region excludes neighbours.
 */
export function changeSearch(
  search: MemberSearch,
  change: { [K in keyof MemberSearch]?: MemberSearch[K] | undefined },
): MemberSearch {
  const next: typeof change = { ...search, ...change };
  if ('country' in change && change.country !== search.country) {
    next.countryregion = undefined;
    next.neighbours = undefined;
  }
  if (change.countryregion) next.neighbours = undefined;
  return dropUndefined(next);
}

/** The search without fields reserved for premium members. */
export function basicSearch(search: MemberSearch): MemberSearch {
  const without = Object.fromEntries(ADVANCED_SEARCH_FIELDS.map((field) => [field, undefined]));
  return changeSearch(search, without);
}

function dropUndefined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
