import * as z from 'zod/mini';

/** The four credit packs, from the smallest to the largest. */
export const packageId = z.enum(['p0', 'p1', 'p2', 'p3']);
export type PackageId = z.infer<typeof packageId>;

/** Ways to pay, under the names of the specification (S3-198 to S3-215). Credit cards cover four brands. */
export const paymentMethod = z.enum([
  'sdd',
  'sct',
  'ideal',
  'bancontact',
  'blik',
  'prezelewy24',
  'giropay',
  'sofort',
  'eps',
  'paypal',
  'creditcard',
  'nexi',
  'applepay',
  'paysafecard',
]);
export type PaymentMethod = z.infer<typeof paymentMethod>;

/**
 * Why a way to pay is not offered. `device` is decided in the browser: only it knows Apple Pay. `blocked`: this member may
 * not pay by direct debit.
 */
export const methodReason = z.enum([
  'country',
  'currency',
  'amount',
  'device',
  'closed',
  'retired',
  'blocked',
]);
export type MethodReason = z.infer<typeof methodReason>;

/** One way to pay, as offered to a member in one country. */
export const paymentWay = z.strictObject({
  id: paymentMethod,
  /** Card brands that it covers; empty for other ways. */
  brands: z.array(z.enum(['visa', 'mastercard', 'maestro', 'cartebancaire'])),
  /** When the credits come after the member has paid. */
  comes: z.enum(['at-once', 'minutes', 'day', 'week']),
  /** Smallest price it takes, in hundredths of the currency. */
  minCents: z.int(),
  /** Largest price it takes; null for no limit. */
  maxCents: z.nullable(z.int()),
  /** Why it can’t be had here; null when it can. The amount depends on the pack and is checked against the limits. */
  reason: z.nullable(methodReason),
});
export type PaymentWay = z.infer<typeof paymentWay>;

/** The account to transfer money to, and the reference by which it is recognised. */
export const transferInstructions = z.strictObject({
  /** The exact name of the account’s holder: the payer’s bank compares it. */
  holder: z.string(),
  /** Number of the account. */
  iban: z.string(),
  /** Code of its bank. */
  bic: z.string(),
  /** Text of the transfer, by which the money is recognised. */
  reference: z.string(),
  cents: z.int(),
  currency: z.string(),
  /** Until when the money is waited for, in server time. */
  until: z.int(),
});
export type TransferInstructions = z.infer<typeof transferInstructions>;
