import * as z from 'zod/mini';
import { LANDER_SLUG, LANDER_VARIANT, landerName } from './pages.landers.ts';
import { locale, text } from './shapes.ts';

/** Limits of a campaign; the page cuts nothing off, so a text must fit a phone. */
export const CAMPAIGN_LIMITS = {
  variants: 10,
  pictures: 24,
  lines: 4,
  headline: 80,
  promise: 160,
  button: 30,
  line: 80,
  videoBytes: 6_000_000,
  pictureBytes: 10_000_000,
} as const;
const MOST = CAMPAIGN_LIMITS;

/** Words on one line: without control characters, and not empty. */
const words = (most: number) =>
  text(most).check(z.refine((value) => value.trim() !== '' && !/\p{Cc}/u.test(value)));

const texts = z.strictObject({
  headline: words(MOST.headline),
  promise: z.optional(words(MOST.promise)),
  button: z.optional(words(MOST.button)),
  lines: z.optional(z.array(words(MOST.line)).check(z.minLength(1), z.maxLength(MOST.lines))),
});

const variant = z.strictObject({
  name: z.string().check(z.regex(LANDER_VARIANT)),
  weight: z.int().check(z.minimum(1), z.maximum(100)),
  texts: z.optional(z.partialRecord(locale, texts)),
  pictures: z.optional(z.array(z.string()).check(z.maxLength(MOST.pictures))),
  video: z.optional(z.strictObject({ file: z.string(), poster: z.string() })),
});

export const landerCampaign = z.strictObject({
  lander: landerName,
  slug: z.optional(z.string().check(z.regex(LANDER_SLUG))),
  language: z.optional(locale),
  variants: z.array(variant).check(z.minLength(1), z.maxLength(MOST.variants)),
});
/** A campaign as its operator wrote it. Pictures and videos are names of files beside it, or https addresses. */
export type LanderCampaign = z.infer<typeof landerCampaign>;
