import {
  ADVANCED_SEARCH_FIELDS,
  BODY_TYPES,
  EYE_COLORS,
  HAIR_COLORS,
  INTERESTS,
  type InputOf,
  REASONS,
  RELATIONSHIP_STATUSES,
  SEARCH_INTERESTS_LIMIT,
  type searchMembers,
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
};

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
  return dropUndefined({
    ...(Object.fromEntries(choices) as Pick<MemberSearch, ChoiceField>),
    country,
    countryregion: region,
    min_age: isTurned ? to : from,
    max_age: isTurned ? from : to,
    interests: interestsOf(raw['interests']).join(',') || undefined,
    fictional: raw['fictional'] === 'no' ? 'no' : undefined,
  });
}

/** The same search as the server's query. */
export function toQuery(search: MemberSearch, cursor?: string): Query {
  return dropUndefined({ ...search, cursor });
}

/** A search with some fields changed. Undefined removes a field, and a region goes with its country. */
export function changeSearch(
  search: MemberSearch,
  change: { [K in keyof MemberSearch]?: MemberSearch[K] | undefined },
): MemberSearch {
  const next: typeof change = { ...search, ...change };
  if ('country' in change && change.country !== search.country) next.countryregion = undefined;
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
