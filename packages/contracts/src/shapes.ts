import * as z from 'zod/mini';

/** Shapes that several contracts share. Everything is strict: an unknown key is an error, never dropped. */

/** A 24-hex document id, as members, photos and payments have. */
export const id = z.string().check(z.regex(/^[0-9a-f]{24}$/));

/** A conversation's id: 24 hex digits, derived from the two members, so both sides compute the same. */
export const conversationId = z.string().check(z.regex(/^[0-9a-f]{24}$/));

/**
 * The key a client makes for one send: a UUID, and `.2` to `.9` when the first try expired and the outbox
 * tries again by itself.
 */
export const clientId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(\.[2-9])?$/));

/** Number of a row in a conversation or ledger: 1, 2, 3 … */
export const seq = z.int().check(z.minimum(0), z.maximum(9_999_999_999));

/** Milliseconds since 1970, server time. */
export const at = z.int();

/** ISO 3166-1 alpha-2, upper case. */
export const country = z.string().check(z.regex(/^[A-Z]{2}$/));

/** A region within its country, as in `@heartline/i18n` regions: ISO 3166-2 without the country, such as `NH`. */
export const region = z.string().check(z.regex(/^[A-Z0-9]{1,6}$/));

export const locale = z.enum(['en', 'nl', 'de', 'es', 'fr', 'it', 'pl']);
export type Locale = z.infer<typeof locale>;
export const LOCALES = locale.options;

export const gender = z.enum(['male', 'female']);
export type Gender = z.infer<typeof gender>;
export const sexuality = z.enum(['hetero', 'gay', 'lesbian', 'bi']);
export type Sexuality = z.infer<typeof sexuality>;

/** A calendar day `YYYY-MM-DD`; whether it exists is the domain's question. */
export const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** A whole number in a query string, refused when it is anything else (`18abc`, `1e3`, `-1`, 2^53). */
export function queryInt(minimum: number, maximum: number) {
  const digits = z.union([z.string().check(z.regex(/^\d{1,10}$/)), z.int()]);
  return z.pipe(z.pipe(digits, z.transform(Number)), z.int().check(z.minimum(minimum), z.maximum(maximum)));
}

/** Text without NUL or lone surrogates, which stores treat differently from one another. */
export function text(maximum: number) {
  return z.string().check(
    z.maxLength(maximum),
    z.refine((value) => !value.includes('\0') && value.isWellFormed()),
  );
}

/** A call that takes nothing. */
export const nothing = z.strictObject({});

/** A call that answers only "done". */
export const done = z.strictObject({ ok: z.literal(true) });

/** A switch that two devices may press at once. `rev` counts the presses: of two states the higher one is newer. */
export const toggle = z.strictObject({ on: z.boolean(), rev: z.int() });
export type Toggle = z.infer<typeof toggle>;
