/**
 * Search fields, named as in the specification’s search state. A site chooses among them (`search_fields`); the advanced
 * ones are for premium members.
 */
export const BASIC_SEARCH_FIELDS = ['gender', 'country', 'countryregion', 'min_age', 'max_age'] as const;

export const ADVANCED_SEARCH_FIELDS = [
  'sexuality',
  'relationship_status',
  'reason',
  'body_type',
  'hair_color',
  'eye_color',
  'tattoos',
  'interests',
] as const;

export const SEARCH_FIELDS = [...BASIC_SEARCH_FIELDS, ...ADVANCED_SEARCH_FIELDS] as const;

/** Most interests one search may name. */
export const SEARCH_INTERESTS_LIMIT = 10;

/**
 * Steps of a wider search, in their order. A search tries each step alone, then each with all steps before it:
 *
 * - `country`: the whole country instead of a region.
 * - `ages`: five years more on either side.
 * - `neighbours`: also the neighbours that share a language.
 * - `everywhere`: any country.
 * - `details`: without advanced fields, `new_here`, `active_now` and `verified`.
 * - `any_age`: any age.
 */
export const WIDER_STEPS = ['country', 'ages', 'neighbours', 'everywhere', 'details', 'any_age'] as const;
export type WiderStep = (typeof WIDER_STEPS)[number];
