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
