import * as z from 'zod/mini';
import { defineCall, defineJob } from './define.ts';
import { done, locale, text } from './shapes.ts';

/** Landing pages at `/landers/<name>`. */
export const LANDERS = [
  'adultonly',
  'tinderswipe',
  'whoneedsstrings',
  'alonetonight',
  'collagelanding',
  'gallery',
  'iconslanding',
  'maplanding',
  'socialnetwork',
  'transitionsvideolanding',
  'video',
] as const;
export type Lander = (typeof LANDERS)[number];

/** Landing pages of a member, at `/members/<id>/<name>`. */
export const MEMBER_LANDERS = ['landing', 'landing2', 'landing3', 'signup'] as const;
export type MemberLander = (typeof MEMBER_LANDERS)[number];

const WITHOUT_SLUG: ReadonlySet<string> = new Set([
  'adultonly',
  'tinderswipe',
  'whoneedsstrings',
  'landing',
  'signup',
]);

/** True if the address of a lander may end with the name of a campaign. */
export const hasSlug = (lander: Lander | MemberLander) => !WITHOUT_SLUG.has(lander);

/** Name of a campaign, the last part of the address of a lander. */
export const LANDER_SLUG = /^[a-z0-9-]{1,40}$/;
/** Name of a variant of a campaign. */
export const LANDER_VARIANT = /^[a-z0-9-]{1,20}$/;

/** The campaign that an address names; undefined for what no campaign may be called. Show the lander without it then. */
export function landerSlug(lander: Lander | MemberLander, given: string | undefined): string | undefined {
  return given !== undefined && hasSlug(lander) && LANDER_SLUG.test(given) ? given : undefined;
}

export const landerName = z.enum([...LANDERS, ...MEMBER_LANDERS]);
export type LanderName = z.infer<typeof landerName>;

const slug = z.string().check(z.regex(LANDER_SLUG));
const variant = z.string().check(z.regex(LANDER_VARIANT));

/** The shown lander. The draft of a sign-up keeps it, and the account stores it. */
export const landerTag = z.strictObject({
  /** The site that showed it, as `getLander` answered. */
  site: text(255),
  /** Name of the landing page. */
  lander: landerName,
  /** Name of the campaign in the address, also one that no operator set up. */
  slug: z.optional(slug),
  /** The variant that was shown. */
  variant: z.optional(variant),
});
export type LanderTag = z.infer<typeof landerTag>;

/** Words of a campaign in one language. The page has words of its own for what is left out. */
export const landerTexts = z.strictObject({
  /** The first words. */
  headline: z.string(),
  /** One sentence under it. */
  promise: z.optional(z.string()),
  /** On the button that begins the sign-up. */
  button: z.optional(z.string()),
  /** Up to four short lines. */
  lines: z.optional(z.array(z.string())),
});
export type LanderTexts = z.infer<typeof landerTexts>;

export const landerPicture = z.strictObject({
  /** Path on this site, a WebP file. */
  src: z.string(),
  width: z.int(),
  height: z.int(),
});
export type LanderPicture = z.infer<typeof landerPicture>;

export const landerVideo = z.strictObject({
  /** Path on this site. */
  src: z.string(),
  /** Its media type. */
  type: z.enum(['video/mp4', 'video/webm']),
  /** Shown until it plays, and instead of it to who wants no motion. */
  poster: landerPicture,
});
export type LanderVideo = z.infer<typeof landerVideo>;

export const landerContent = z.strictObject({
  /** To be sent with visits and with the sign-up. */
  tag: landerTag,
  /** Language of the texts. */
  locale,
  /** Words of the campaign; null for the words of the page itself. */
  texts: z.nullable(landerTexts),
  /** Pictures of the campaign instead of the drawn ones; empty without any. */
  pictures: z.array(landerPicture),
  /** Video of the campaign; null without one. */
  video: z.nullable(landerVideo),
});
export type LanderContent = z.infer<typeof landerContent>;

export const getLander = defineCall({
  name: 'getLander',
  feature: 'pages',
  summary:
    'What an operator’s campaign puts on a lander: words, pictures, video. Variants are drawn by their weights; without a campaign of that name the lander shows its own words.',
  access: 'public',
  method: 'GET',
  path: '/api/lander.php',
  input: z.strictObject({
    /** Name of the landing page. */
    lander: landerName,
    /** Name of the campaign in the address. */
    slug: z.optional(slug),
    /** A variant that was drawn before, to show it again; another is drawn if it is no more. */
    variant: z.optional(variant),
    /** The wanted language. Without it: the one that the visitor chose, that of the campaign, or that of the caller. */
    locale: z.optional(locale),
  }),
  output: landerContent,
  refusals: [],
  limit: 'read',
});

export const visitKind = z.enum(['view', 'start', 'swipe']);
export type VisitKind = z.infer<typeof visitKind>;

export const reportVisit = defineCall({
  name: 'reportVisit',
  feature: 'pages',
  summary:
    'Beacon of a lander after its first paint, once for each kind. Nothing says who it was: the server adds its own day, the country of the address and the names in the cookie `network`.',
  access: 'public',
  method: 'POST',
  path: '/api/page-visit.php',
  input: z.strictObject({
    ...landerTag.shape,
    /** Language that the page was shown in. */
    locale,
    /** `view`: it was painted. `start`: the sign-up began. `swipe`: the first card was swiped. */
    kind: visitKind,
  }),
  output: done,
  refusals: [],
  limit: 'visit',
});

export const countVisits = defineJob({
  name: 'count-visits',
  feature: 'pages',
  summary: 'Counts the visits of landers by day, again for days that may have got more. Safe to repeat.',
  queue: 'timers',
  data: z.strictObject({}),
});
