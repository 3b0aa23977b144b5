import type { SearchFilter, SearchSort } from '@heartline/contracts';
import type { ProfileRow } from '../profiles/index.ts';

/** Searchable fields with one value each. */
export const TRAITS = [
  'gender',
  'sexuality',
  'relationshipStatus',
  'reason',
  'bodyType',
  'hairColor',
  'eyeColor',
  'tattoos',
] as const;
export type Trait = (typeof TRAITS)[number];

/** The fields of a profile in the index. */
export type SearchIndexRow = Pick<
  ProfileRow,
  | '_id'
  | 'listed'
  | 'shuffle'
  | 'dateOfBirth'
  | 'country'
  | 'region'
  | 'fictional'
  | 'interests'
  | 'changedAt'
  | 'createdAt'
  | 'lastActiveAt'
  | 'verifiedAt'
  | Trait
>;

/** The fields of a row, as a database projection. */
export const SEARCH_INDEX_FIELDS = {
  listed: 1,
  shuffle: 1,
  dateOfBirth: 1,
  country: 1,
  region: 1,
  fictional: 1,
  interests: 1,
  changedAt: 1,
  createdAt: 1,
  lastActiveAt: 1,
  verifiedAt: 1,
  ...(Object.fromEntries(TRAITS.map((trait) => [trait, 1])) as Record<Trait, 1>),
} as const;

/** A position in the index, and its member. */
export interface Place {
  _id: string;
  shuffle: number;
}

/** A search in the form the index takes. */
export interface SearchIndexFilter {
  traits: Partial<Record<Trait, string>>;
  /** Any of them. */
  countries?: readonly string[];
  /** A region of the only country. */
  region?: string;
  fictional?: boolean;
  /** `YYYY-MM-DD`: `bornAfter` is exclusive, `bornUntil` inclusive. */
  bornAfter?: string;
  bornUntil?: string;
  /** Any of them. */
  interests?: readonly string[];
  /** Signed up on this day or later, in days since 1970; never a fictional profile. */
  joinedFrom?: number;
  /** Connected now; never a fictional profile. */
  online?: true;
  verified?: true;
  /** Pairs of gender and sexuality that may match. */
  wanted?: readonly { gender: string; sexuality: string }[];
}

/** An order of the matches: groups, and the position of each member within its group. */
export interface SearchOrder {
  sort: SearchSort;
  /** The day on which the search began, in days since 1970. */
  today: number;
  /** Interests of the searcher, for `interests`. */
  interests: readonly string[];
}

/** The name of each trait in a search. */
export const SEARCHED_AS = {
  gender: 'gender',
  sexuality: 'sexuality',
  relationshipStatus: 'relationship_status',
  reason: 'reason',
  bodyType: 'body_type',
  hairColor: 'hair_color',
  eyeColor: 'eye_color',
  tattoos: 'tattoos',
} as const satisfies Record<Trait, keyof SearchFilter>;
