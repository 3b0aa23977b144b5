import * as z from 'zod/mini';
import { INTERESTS } from './profiles.interests.ts';
import {
  bodyType,
  eyeColor,
  hairColor,
  profileCard,
  reason,
  relationshipStatus,
  tattoos,
} from './profiles.ts';
import { SEARCH_INTERESTS_LIMIT, WIDER_STEPS } from './search-fields.ts';
import { country, gender, queryInt, region, sexuality } from './shapes.ts';

/** Opaque: where the page before ended, so pages neither jump nor repeat while the data changes. */
export const searchCursor = z.optional(z.string().check(z.regex(/^[0-9A-Za-z_.-]{1,140}$/)));

const INTERESTS_TEXT = z.string().check(z.maxLength(200), z.regex(/^[a-z_]+(,[a-z_]+)*$/));

/** Interests as the address has them, `music,coffee`: somebody with any of them fits. */
const interests = z.pipe(
  INTERESTS_TEXT,
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(','))]),
    z.array(z.enum(INTERESTS)).check(z.maxLength(SEARCH_INTERESTS_LIMIT)),
  ),
);

/** A switch in an address: there, or left out. */
const flag = z.optional(z.literal('1'));

/**
 * Orders of a search. Fictional profiles come last in each, since they have neither activity nor a sign-up.
 *
 * - `active`: members who were here lately come first, by bands of days.
 * - `new`: by the day of the sign-up, the newest first.
 * - `interests`: by the number of interests shared with the caller, then as `active`.
 */
export const searchSort = z.enum(['active', 'new', 'interests']);
export type SearchSort = z.infer<typeof searchSort>;

/** The place of a search or a deck. */
const place = {
  country: z.optional(country),
  /** Code of a region within `country`. */
  countryregion: z.optional(region),
  /** With `country`: also its neighbours that share a language. `countryregion` then counts for nothing. */
  neighbours: flag,
};

const ages = {
  /** Lowest age. */
  min_age: z.optional(queryInt(18, 120)),
  /** Highest age. */
  max_age: z.optional(queryInt(18, 120)),
};

/** Filters of a deck: the match finder and the swipe game. */
export const deckFilter = z.strictObject({
  gender: z.optional(gender),
  ...place,
  ...ages,
  /** `no` leaves fictional profiles out. */
  fictional: z.optional(z.literal('no')),
});

/**
 * Facts about a visitor, who has no profile. With both, search leaves out people who could not like them back. They count
 * for nothing on a site whose `visible_profile_fields` lack `sexuality`.
 */
export const visitorFacts = z.strictObject({
  /** Gender of the visitor. */
  own_gender: z.optional(gender),
  /** Sexuality of the visitor. */
  own_sexuality: z.optional(sexuality),
});

/** Filters that are not facts of a profile, so every site has them. */
const flags = {
  /** Signed up within the last 14 days. Never a fictional profile. */
  new_here: flag,
  /** Connected now. Never an invisible member, never a fictional profile. */
  active_now: flag,
  /** An operator made sure who this is. */
  verified: flag,
  /**
   * Search leaves out people who could not like the caller back, and whom the caller could not like, by gender and
   * sexuality of both. `any` finds everybody. A `gender` or `sexuality` that leaves nobody who fits counts as `any`.
   */
  fits: z.optional(z.enum(['both', 'any'])),
};

const traits = {
  sexuality: z.optional(sexuality),
  relationship_status: z.optional(relationshipStatus),
  reason: z.optional(reason),
  body_type: z.optional(bodyType),
  hair_color: z.optional(hairColor),
  eye_color: z.optional(eyeColor),
  tattoos: z.optional(tattoos),
};

/** The search of a member, as the address stores it. The names are those of the specification’s search state. */
export const searchFilter = z.strictObject({
  gender: z.optional(gender),
  ...place,
  ...ages,
  ...traits,
  /** Keys of interests with commas between them; somebody with any of them fits. */
  interests: z.optional(interests),
  /** `no` leaves fictional profiles out; no site setting takes this switch away. */
  fictional: z.optional(z.enum(['yes', 'no'])),
  ...flags,
});

/** A search after parsing. A remembered one names its interests as text. */
export type SearchFilter = Omit<z.infer<typeof searchFilter>, 'interests'> & {
  interests?: readonly string[] | undefined;
};

export const searchQuery = z.strictObject({
  ...searchFilter.shape,
  /** Order of the results; `active` if it is left out. */
  sort: z.optional(searchSort),
  cursor: searchCursor,
});
export type SearchQuery = z.infer<typeof searchQuery>;

const years = z.optional(z.int().check(z.minimum(18), z.maximum(120)));

/** A search as it is remembered. Each field can be passed on as the query of a search. */
export const memberSearch = z.strictObject({
  gender: z.optional(gender),
  ...place,
  /** Lowest age. */
  min_age: years,
  /** Highest age. */
  max_age: years,
  ...traits,
  /** Keys of interests with commas between them. */
  interests: z.optional(
    INTERESTS_TEXT.check(
      z.refine((text) => {
        const keys = text.split(',');
        return (
          keys.length <= SEARCH_INTERESTS_LIMIT &&
          keys.every((key) => (INTERESTS as readonly string[]).includes(key))
        );
      }),
    ),
  ),
  /** `no` leaves fictional profiles out. */
  fictional: z.optional(z.enum(['yes', 'no'])),
  ...flags,
  /** Order of the results. */
  sort: z.optional(searchSort),
});
export type MemberSearch = z.infer<typeof memberSearch>;

/** The next wider search that has more people. Null only if no wider search has any. */
export const wider = z.nullable(
  z.strictObject({
    /** The step by which it is wider. */
    step: z.enum(WIDER_STEPS),
    /** The wider search, whole. */
    search: memberSearch,
    /** The number of people it has beyond those of the search. */
    more: z.int(),
  }),
);
export type Wider = z.infer<typeof wider>;

/** A page of a search. Pages are numbered from 1; the total may be 5 s old. */
export const searchPage = z.strictObject({
  /** Number of the page, from 1. */
  pageNumber: z.int(),
  results: z.array(profileCard),
  numResults: z.int(),
  nextCursor: z.nullable(z.string()),
  /** The next wider search that has more people; null if none has. */
  wider,
});
export type SearchPage = z.infer<typeof searchPage>;

/** The end of a deck; null while there are more cards. */
export const deckEnd = z.nullable(
  z.strictObject({
    /** `seen`: everybody who fits was shown, liked or passed. `nobody`: nobody fits. */
    reason: z.enum(['seen', 'nobody']),
    /** The next wider deck with people not yet seen; null if there is none. Its `more` counts those people. */
    wider,
  }),
);
export type DeckEnd = z.infer<typeof deckEnd>;
