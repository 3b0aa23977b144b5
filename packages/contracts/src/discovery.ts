import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { profileCard } from './profiles.ts';
import { country, gender, queryInt, region } from './shapes.ts';

/** Search as kept in the address: the field names are those of the specification’s search state. */
export const searchQuery = z.strictObject({
  gender: z.optional(gender),
  country: z.optional(country),
  countryregion: z.optional(region),
  min_age: z.optional(queryInt(18, 120)),
  max_age: z.optional(queryInt(18, 120)),
  fictional: z.optional(z.enum(['yes', 'no'])),
  /** Opaque: where the previous page ended, so pages neither jump nor repeat while the data changes. */
  cursor: z.optional(z.string().check(z.regex(/^[0-9A-Za-z_.-]{1,120}$/))),
});
export type SearchQuery = z.infer<typeof searchQuery>;

export const searchMembers = defineCall({
  name: 'searchMembers',
  feature: 'discovery',
  summary: 'A page of members that fit the search, never the caller, blockers, the blocked or the invisible.',
  access: 'member',
  method: 'GET',
  path: '/api/members.php',
  input: searchQuery,
  output: z.strictObject({
    results: z.array(profileCard),
    numResults: z.int(),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: [],
  limit: 'search',
});
