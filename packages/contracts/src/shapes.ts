import * as z from 'zod/mini';

/** Shapes that several contracts share. Everything is strict: an unknown key is an error, never dropped. */

/** 24 hex digits. */
export const id = z.string().check(z.regex(/^[0-9a-f]{24}$/));

/** The conversation: 24 hex digits, derived from its two members, so both sides compute the same. */
export const conversationId = z.string().check(z.regex(/^[0-9a-f]{24}$/));

/**
 * The key a client makes for one send: a UUID. After SEND_EXPIRED the same content goes again with `.2` behind it, then
 * `.3`, up to `.9`.
 */
export const clientId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(\.[2-9])?$/));

/** Rows are numbered 1, 2, 3 …; 0 stands before the first. */
export const seq = z.int().check(z.minimum(0), z.maximum(9_999_999_999));

/** Milliseconds since 1970, by the server’s clock. */
export const at = z.int();

/** ISO 3166-1 alpha-2, upper case. */
export const country = z.string().check(z.regex(/^[A-Z]{2}$/));

/** A region of the country: ISO 3166-2 without the country, such as `NH`. */
export const region = z.string().check(z.regex(/^[A-Z0-9]{1,6}$/));

/** Language, as its ISO 639-1 code. */
export const locale = z.enum(['en', 'nl', 'de', 'es', 'fr', 'it', 'pl']);
export type Locale = z.infer<typeof locale>;
export const LOCALES = locale.options;

/** Gender of the person. */
export const gender = z.enum(['male', 'female']);
export type Gender = z.infer<typeof gender>;
/** Sexuality of the person. */
export const sexuality = z.enum(['hetero', 'gay', 'lesbian', 'bi']);
export type Sexuality = z.infer<typeof sexuality>;

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** Digits only: `18abc`, `1e3` and `-1` are refused. */
export function queryInt(minimum: number, maximum: number) {
  const digits = z.union([z.string().check(z.regex(/^\d{1,10}$/)), z.int()]);
  return z.pipe(z.pipe(digits, z.transform(Number)), z.int().check(z.minimum(minimum), z.maximum(maximum)));
}

/** No NUL and no lone surrogates. */
export function text(maximum: number) {
  return z.string().check(
    z.maxLength(maximum),
    z.refine((value) => !value.includes('\0') && value.isWellFormed()),
  );
}

/** A call that takes nothing. */
export const nothing = z.strictObject({});

/** A call that answers only "done". */
export const done = z.strictObject({
  /** It is done. */
  ok: z.literal(true),
});

/** A switch that two devices may press at once. `rev` counts the presses: of two states the higher one is newer. */
export const toggle = z.strictObject({
  /** True if it is switched on. */
  on: z.boolean(),
  rev: z.int(),
});
export type Toggle = z.infer<typeof toggle>;
