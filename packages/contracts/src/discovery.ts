import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { INTERESTS } from './profiles.interests.ts';
import {
  bodyType,
  eyeColor,
  hairColor,
  profile,
  profileCard,
  reason,
  relationshipStatus,
  tattoos,
} from './profiles.ts';
import { SEARCH_INTERESTS_LIMIT } from './search-fields.ts';
import { country, done, gender, id, queryInt, region, sexuality } from './shapes.ts';

/** Opaque: where the page before ended, so pages neither jump nor repeat while the data changes. */
const cursor = z.optional(z.string().check(z.regex(/^[0-9A-Za-z_.-]{1,140}$/)));

/** Interests as the address has them, `music,coffee`: somebody with any of them fits. */
const interests = z.pipe(
  z.string().check(z.maxLength(200), z.regex(/^[a-z_]+(,[a-z_]+)*$/)),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(','))]),
    z.array(z.enum(INTERESTS)).check(z.maxLength(SEARCH_INTERESTS_LIMIT)),
  ),
);

/** The search of a member, as the address stores it. The names are those of the specification’s search state. */
export const searchFilter = z.strictObject({
  gender: z.optional(gender),
  country: z.optional(country),
  /** Code of a region within `country`. */
  countryregion: z.optional(region),
  /** Lowest age. */
  min_age: z.optional(queryInt(18, 120)),
  /** Highest age. */
  max_age: z.optional(queryInt(18, 120)),
  sexuality: z.optional(sexuality),
  relationship_status: z.optional(relationshipStatus),
  reason: z.optional(reason),
  body_type: z.optional(bodyType),
  hair_color: z.optional(hairColor),
  eye_color: z.optional(eyeColor),
  tattoos: z.optional(tattoos),
  /** Keys of interests with commas between them; somebody with any of them fits. */
  interests: z.optional(interests),
  /** `no` leaves fictional profiles out; no site setting takes this switch away. */
  fictional: z.optional(z.enum(['yes', 'no'])),
});

export const searchQuery = z.strictObject({ ...searchFilter.shape, cursor });
export type SearchQuery = z.infer<typeof searchQuery>;

/** A page of a search. Pages are numbered from 1; the total may be 5 s old. */
export const searchPage = z.strictObject({
  /** Number of the page, from 1. */
  pageNumber: z.int(),
  results: z.array(profileCard),
  numResults: z.int(),
  nextCursor: z.nullable(z.string()),
});
export type SearchPage = z.infer<typeof searchPage>;

export const searchMembers = defineCall({
  name: 'searchMembers',
  feature: 'discovery',
  summary:
    'A page of members that fit the search, never the caller, blockers, the blocked or the invisible. Advanced fields are for premium members.',
  access: 'member',
  method: 'GET',
  path: '/api/members.php',
  input: searchQuery,
  output: searchPage,
  refusals: ['PREMIUM_REQUIRED', 'VALIDATION_FAILED'],
  limit: 'search',
});

export const countMembers = defineCall({
  name: 'countMembers',
  feature: 'discovery',
  summary: 'How many members fit a search: the number that follows a filter while it is dragged.',
  access: 'member',
  method: 'GET',
  path: '/api/members-count.php',
  input: searchFilter,
  output: z.strictObject({ numResults: z.int() }),
  refusals: ['PREMIUM_REQUIRED', 'VALIDATION_FAILED'],
  limit: 'search',
});

export const similarMembers = defineCall({
  name: 'similarMembers',
  feature: 'discovery',
  summary:
    'Members who do not fit the search but nearly do: up to 5 years beyond its ages, anywhere in its country, and whatever else of its wishes. Nothing for a search that has no wish to let go of.',
  access: 'member',
  method: 'GET',
  path: '/api/similar-members.php',
  input: searchQuery,
  output: searchPage,
  refusals: ['PREMIUM_REQUIRED', 'VALIDATION_FAILED'],
  limit: 'search',
});

export const relatedMembers = defineCall({
  name: 'relatedMembers',
  feature: 'discovery',
  summary: 'Up to eight members like the one looked at: same gender and country, about the same age.',
  access: 'member',
  method: 'GET',
  path: '/api/related-members.php',
  input: z.strictObject({ id }),
  output: z.strictObject({ results: z.array(profileCard) }),
  refusals: ['NOT_FOUND'],
  limit: 'search',
});

export const findMatches = defineCall({
  name: 'findMatches',
  feature: 'discovery',
  summary:
    'The next cards of the match finder: people the caller may like and who may like the caller, neither liked nor passed yet; in the caller’s country unless `everywhere`.',
  access: 'member',
  method: 'GET',
  path: '/api/match-finder.php',
  input: z.strictObject({
    /** `1`: not only in the caller’s country. */
    everywhere: z.optional(z.literal('1')),
    /** `no` leaves fictional profiles out. */
    fictional: z.optional(z.literal('no')),
    cursor,
  }),
  output: z.strictObject({ results: z.array(profileCard), nextCursor: z.nullable(z.string()) }),
  refusals: [],
  limit: 'search',
});

export const passProfile = defineCall({
  name: 'passProfile',
  feature: 'discovery',
  summary: 'Lays a card of the match finder aside for 30 days. Nobody is told; repeating changes nothing.',
  access: 'member',
  method: 'POST',
  path: '/api/pass.php',
  input: z.strictObject({ profile: id }),
  output: done,
  refusals: ['NOT_FOUND'],
  limit: 'write',
});

export const undoPass = defineCall({
  name: 'undoPass',
  feature: 'discovery',
  summary: 'Brings a card that was laid aside back. Repeating changes nothing.',
  access: 'member',
  method: 'DELETE',
  path: '/api/pass.php',
  input: z.strictObject({ profile: id }),
  output: done,
  refusals: [],
  limit: 'write',
});

export const searchAsVisitor = defineCall({
  name: 'searchAsVisitor',
  feature: 'discovery',
  summary:
    'A page of members for a visitor, where the site’s setting for this visitor’s traffic source allows it: `basic` gives cards only, `full` lets them open profiles.',
  access: 'public',
  method: 'GET',
  path: '/api/visitor-members.php',
  input: searchQuery,
  output: z.strictObject({
    ...searchPage.shape,
    /** `basic`: cards only. `full`: profiles may be opened too. */
    search: z.enum(['basic', 'full']),
  }),
  refusals: ['AUTHENTICATION_REQUIRED', 'PREMIUM_REQUIRED', 'VALIDATION_FAILED'],
  limit: 'search',
});

const visitorProfile = z.omit(profile, { conversation: true, message_credits: true });

export const getProfileAsVisitor = defineCall({
  name: 'getProfileAsVisitor',
  feature: 'discovery',
  summary: 'One profile for a visitor whose search is `full`: the main picture only, the others locked.',
  access: 'public',
  method: 'GET',
  path: '/api/visitor-member.php',
  input: z.strictObject({ id }),
  output: z.strictObject({
    /** The profile as a visitor may see it. */
    profile: visitorProfile,
  }),
  refusals: ['AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
  limit: 'search',
});

export const getSwipeGame = defineCall({
  name: 'getSwipeGame',
  feature: 'discovery',
  summary: 'The next cards of the visitors’ swipe game, and how many likes are left today.',
  access: 'public',
  method: 'GET',
  path: '/api/swipe-game.php',
  input: z.strictObject({
    gender: z.optional(gender),
    /** `no` leaves fictional profiles out. */
    fictional: z.optional(z.literal('no')),
    cursor,
  }),
  output: z.strictObject({
    results: z.array(profileCard),
    nextCursor: z.nullable(z.string()),
    likes_left: z.int(),
  }),
  refusals: [],
  limit: 'search',
});

export const swipeLike = defineCall({
  name: 'swipeLike',
  feature: 'discovery',
  summary:
    'A visitor likes a card: four a day for each visitor and for each network, kept until they sign up. A second like of the same card takes nothing.',
  access: 'public',
  method: 'POST',
  path: '/api/swipe-game.php',
  input: z.strictObject({ profile: id }),
  output: z.strictObject({ likes_left: z.int() }),
  refusals: ['SWIPE_LIMIT', 'NOT_FOUND'],
  limit: 'search',
});
