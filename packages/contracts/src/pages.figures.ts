import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { LANDER_SLUG, landerName } from './pages.landers.ts';
import { day } from './shapes.ts';

/** Figures may be split by these; without one, there is a row for each lander. */
export const LANDER_SPLITS = ['slug', 'variant', 'network', 'ref', 'country', 'locale'] as const;
export type LanderSplit = (typeof LANDER_SPLITS)[number];

/** A share of 0 to 1 with its 95 % interval. */
const share = z.strictObject({
  /** The share itself. */
  share: z.number(),
  /** Lower end of the interval. */
  low: z.number(),
  /** Upper end of the interval. */
  high: z.number(),
});

/** `too few`: below 30 there is nothing to say. `unknown`: more of the part than of the whole was counted. */
const rate = z.union([share, z.enum(['too few', 'unknown'])]);
export type LanderRate = z.infer<typeof rate>;

const name = z.optional(z.string());

export const landerFigures = z.strictObject({
  /** The names of the row. Empty strings stand for none. */
  of: z.strictObject({
    /** Name of the landing page. */
    lander: name,
    /** Name of the campaign. */
    slug: name,
    /** Name of the variant of the campaign. */
    variant: name,
    /** The partner whose link led there. */
    network: name,
    /** The partner's own name of the source. */
    ref: name,
    /** Country of the address, as ISO 3166-1 alpha-2. */
    country: name,
    /** Language of the page, as its ISO 639-1 code. */
    locale: name,
  }),
  /** Painted pages. */
  views: z.int(),
  /** Sign-ups begun there. */
  starts: z.int(),
  /** Visitors who swiped the first card. */
  swipes: z.int(),
  /** Accounts made in these days that began there. */
  signUps: z.int(),
  /** Those of them who confirmed their address. */
  activated: z.int(),
  /** Those of them who ever paid. */
  buyers: z.int(),
  /** Their payments so far less refunds, by currency. */
  revenue: z.array(
    z.strictObject({
      /** ISO 4217. */
      currency: z.string(),
      /** Amount in hundredths of the currency. */
      cents: z.int(),
    }),
  ),
  /** Shares of what came before, with their intervals. */
  rates: z.strictObject({
    /** Starts of views. */
    start: rate,
    /** Sign-ups of views. */
    signUp: rate,
    /** Activated of sign-ups. */
    activation: rate,
    /** Buyers of sign-ups. */
    purchase: rate,
  }),
});
/** The figures of one lander, campaign or source. */
export type LanderFigures = z.infer<typeof landerFigures>;

export const getLanderFigures = defineCall({
  name: 'getLanderFigures',
  feature: 'pages',
  summary:
    'What the landing pages of the operator’s site brought in a span of UTC days: views, sign-ups, buyers and money, with ' +
    '95 % intervals. Visits are counted first, so that none is missing.',
  access: 'operator',
  method: 'GET',
  path: '/api/operator-landers.php',
  input: z.strictObject({
    /** The first UTC day; without it, 30 days until the last one. */
    from: z.optional(day),
    /** The last UTC day; without it, today. */
    to: z.optional(day),
    /** A row for each of these; without it, for each landing page. */
    by: z.optional(z.enum(LANDER_SPLITS)),
    /** Only this landing page. */
    lander: z.optional(landerName),
    /** Only this campaign. */
    slug: z.optional(z.string().check(z.regex(LANDER_SLUG))),
  }),
  output: z.strictObject({
    /** The first UTC day. */
    from: day,
    /** The last UTC day. */
    to: day,
    /** Most views first. */
    rows: z.array(landerFigures),
  }),
  refusals: ['VALIDATION_FAILED'],
  limit: 'read',
});
