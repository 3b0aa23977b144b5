import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { CODE_TRIES, typedCode } from './payments.codes.ts';
import { packageId } from './payments.methods.ts';
import { offerSeen } from './payments.ts';
import { at, country, day, done, id, nothing } from './shapes.ts';

/** One line of a form: trimmed, not empty, without control characters. */
const line = (longest: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(longest),
    z.refine((value) => !/\p{Cc}/u.test(value) && value.isWellFormed()),
  );

/** Reference of a mandate, as the bank statement shows it. */
const mandateReference = z.string().check(z.regex(/^HL[0-9A-F]{24}$/));

/** A mandate of a member that a repeat order can use: the account is known by its last four signs only. */
export const currentMandate = z.strictObject({
  /** The mandate reference, as the bank statement shows it. */
  id: z.string(),
  /** Last four signs of the account number. */
  ibanEnd: z.string(),
  /** When it was signed. */
  signedAt: at,
  /** True if a repeat order needs no code: one was entered for it within 90 days. */
  isFresh: z.boolean(),
});
export type CurrentMandate = z.infer<typeof currentMandate>;

export const getDirectDebit = defineCall({
  name: 'getDirectDebit',
  feature: 'payments',
  summary: 'The caller’s standing mandate, the creditor, and whether credits come at once.',
  access: 'member',
  method: 'GET',
  path: '/api/directdebit.php',
  input: nothing,
  output: z.strictObject({
    /** The mandate that a repeat order can use; null without one. */
    mandate: z.nullable(currentMandate),
    /** The company that collects the money. */
    creditor: z.strictObject({
      /** Name of the creditor. */
      name: z.string(),
      /** SEPA creditor identifier; empty until an operator set it. */
      identifier: z.string(),
    }),
    /** True if credits come before the money does. */
    isTrusted: z.boolean(),
    /** Version of the mandate text that a new mandate has. */
    textVersion: z.string(),
    /** The day on which an order placed now is debited, in the zone of the site. */
    debitOn: day,
  }),
  refusals: [],
  limit: 'read',
});

export const directDebit = defineCall({
  name: 'directDebit',
  feature: 'payments',
  summary:
    'Orders a pack by direct debit: without a code it sends one, with the code it signs the mandate and debits. Safe to repeat by its key.',
  access: 'member',
  method: 'POST',
  path: '/api/directdebit.php',
  input: z.strictObject({
    /** A UUID made once for this order: a repetition gets the same answer. */
    key: z.uuid(),
    package: packageId,
    /** Country to pay in; the caller’s own by default. */
    country: z.optional(country),
    /** A discount code the member typed, as in `startPayment`. */
    code: z.optional(typedCode),
    /** The offer that the member saw, as in `startPayment`. */
    seen: z.optional(offerSeen),
    /** A standing mandate in place of the form. It needs no code while it is fresh, and `phone` otherwise. */
    mandate: z.optional(mandateReference),
    /** The six digits of the text message. Without them a text message is sent. */
    otp: z.optional(z.string().check(z.maxLength(12))),
    /** Name of the account’s holder. */
    account_holder: z.optional(line(70)),
    /** Number of the bank account; spaces and small letters are accepted. */
    iban: z.optional(line(60)),
    /** Street of the holder. */
    street: z.optional(line(70)),
    /** House number of the holder, with its addition. */
    house_number: z.optional(line(16)),
    /** Postal code of the holder. */
    zip: z.optional(line(16)),
    /** Town of the holder. */
    city: z.optional(line(70)),
    /** Mobile number that gets the code, of a country of the site. */
    phone: z.optional(line(30)),
  }),
  output: z.union([
    z.strictObject({
      /** The code was sent; nothing is ordered yet. */
      sent: z.literal(true),
      /** Last three digits of the phone. */
      phoneEnd: z.string(),
      /** Until when the code holds. */
      until: at,
      /** When a new one may be asked for. */
      againAt: at,
      /** The mandate that the code will sign. */
      mandate: z.strictObject({
        /** The mandate reference, as the bank statement will show it. */
        reference: z.string(),
        /** Version of its text. */
        textVersion: z.string(),
        /** Last four signs of the account number. */
        ibanEnd: z.string(),
      }),
      /** The day of the debit, in the zone of the site. */
      debitOn: day,
      /** The price that the code agrees to, in hundredths of the currency. */
      priceCents: z.int(),
      currency: z.string(),
    }),
    z.strictObject({
      /** The order is placed. */
      sent: z.literal(false),
      /** Id of the payment. */
      payment: id,
    }),
  ]),
  refusals: [
    'OTP_INVALID',
    'OTP_TOO_MANY',
    'SMS_LIMIT',
    'DIRECT_DEBIT_BLOCKED',
    'DIRECT_DEBIT_LIMIT',
    'METHOD_UNAVAILABLE',
    'PAYMENT_UNAVAILABLE',
    'PACK_PRICE_CHANGED',
    'KEY_REUSED',
    'CHECKOUT_OPEN',
    'CODE_NOT_FOUND',
    'CODE_USED',
    'CODE_LIMIT',
    'UNAVAILABLE',
  ],
  limit: 'payment',
  tries: CODE_TRIES,
});

export const revokeMandate = defineCall({
  name: 'revokeMandate',
  feature: 'payments',
  summary: 'Ends the caller’s standing mandate. Debits under way stay. Safe to repeat.',
  access: 'member',
  method: 'POST',
  path: '/api/mandate-revoke.php',
  input: z.strictObject({
    /** The mandate reference. */
    mandate: mandateReference,
  }),
  output: done,
  refusals: ['NOT_FOUND'],
  limit: 'payment',
});
