import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { type Locale, nothing, text } from './shapes.ts';

/** Gifts: a message of kind `gift` with an optional note, at the price of the site's catalogue. */

/** The drawings there are; each gift of a catalogue has one of them. */
export const GIFT_PICTURES = [
  'rose',
  'coffee',
  'cupcake',
  'kite',
  'record',
  'bouquet',
  'teddy',
  'lantern',
  'toast',
  'star',
  'locket',
  'balloon',
] as const;
export const giftPicture = z.enum(GIFT_PICTURES);
export type GiftPicture = z.infer<typeof giftPicture>;

/** The name of a gift in the catalogue; it never changes, since messages hold it. */
export const giftId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));

const giftName = text(40).check(z.minLength(1));

/** A gift as operators write it, in a file: its name in every language. */
export const giftDefinition = z.strictObject({
  id: giftId,
  picture: giftPicture,
  credits: z.int().check(z.minimum(1), z.maximum(1_000)),
  names: z.strictObject({
    en: giftName,
    nl: giftName,
    de: giftName,
    es: giftName,
    fr: giftName,
    it: giftName,
    pl: giftName,
  } satisfies Record<Locale, unknown>),
});
export type GiftDefinition = z.infer<typeof giftDefinition>;

/** A gift as members see it. One that is no longer offered is named still, since messages hold it. */
export const gift = z.strictObject({
  /** Name of the gift in the catalogue, used to send it. */
  id: giftId,
  /** Name in the caller’s language. */
  name: z.string(),
  /** The name of its picture. */
  picture: giftPicture,
  /** The price in credits. */
  credits: z.int(),
  /** True if it can still be given. */
  offered: z.boolean(),
});
export type Gift = z.infer<typeof gift>;

export const getGifts = defineCall({
  name: 'getGifts',
  feature: 'messaging',
  summary:
    'The gifts of this site, named in the caller’s language, with what each costs; the cheapest first.',
  access: 'member',
  method: 'GET',
  path: '/api/gifts.php',
  input: nothing,
  output: z.strictObject({
    /** Gifts, the cheapest first. */
    gifts: z.array(gift),
  }),
  refusals: [],
  limit: 'read',
});
