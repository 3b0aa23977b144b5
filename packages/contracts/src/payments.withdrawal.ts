import * as z from 'zod/mini';
import { defineCall } from './define.ts';
import { RECEIPT_NUMBER_LENGTH } from './payments.receipts.ts';
import { refund, refundOffer } from './payments.refunds.ts';
import { at, text } from './shapes.ts';

/** A purchase as its buyer names it without a session. Number and address together open it. */
const named = {
  /** Number of the receipt, as the order confirmation has it. */
  number: text(RECEIPT_NUMBER_LENGTH).check(z.minLength(1)),
  /** E-mail address of the account. */
  email: text(320).check(z.regex(/^[^@\s]+@[^@\s]+$/)),
};

/** A purchase that its buyer may withdraw from: the content of the withdrawal statement (CRD art. 11a). */
export const withdrawal = z.strictObject({
  /** Number of the receipt. */
  number: z.string(),
  /** Credits that were bought. */
  credits: z.int(),
  cents: z.int(),
  currency: z.string(),
  /** When they were bought. */
  boughtAt: at,
  /** Until when a withdrawal is taken. */
  until: at,
  /** The part that goes back now; null if there is none. */
  offer: z.nullable(refundOffer),
  /** The reason why there is no offer: all credits are spent or went back, or the time is over. */
  none: z.nullable(z.enum(['spent', 'over'])),
  /** Withdrawals from this purchase so far, the latest first. */
  refunds: z.array(refund),
});
export type Withdrawal = z.infer<typeof withdrawal>;

export const getWithdrawal = defineCall({
  name: 'getWithdrawal',
  feature: 'payments',
  summary:
    'The purchase that receipt number and address open together, the first step of a withdrawal without a session. Every miss is the same NOT_FOUND.',
  access: 'public',
  method: 'POST',
  path: '/api/withdrawal.php',
  input: z.strictObject(named),
  output: z.strictObject({ withdrawal }),
  refusals: ['NOT_FOUND'],
  limit: 'withdrawal',
});

export const withdraw = defineCall({
  name: 'withdraw',
  feature: 'payments',
  summary:
    'Takes a withdrawal statement, the second step without a session. A purchase that was found is refunded as offered, the rest goes to a person. Safe to repeat.',
  access: 'public',
  method: 'POST',
  path: '/api/withdraw.php',
  input: z.strictObject({
    ...named,
    /** The buyer’s name, for a person who has to find the purchase. */
    name: z.optional(text(200)),
    /** The offer that the buyer confirmed; without one a person looks the purchase up. */
    offer: z.optional(
      z.strictObject({
        turn: z.int().check(z.minimum(1), z.maximum(1_000)),
        credits: z.int().check(z.minimum(1), z.maximum(100_000)),
        cents: z.int().check(z.minimum(0), z.maximum(100_000_000)),
        /** The effect on Premium that the buyer confirmed. */
        endsPremium: z.optional(z.boolean()),
      }),
    ),
  }),
  output: z.strictObject({
    /** When the statement arrived. A repetition has the time of the first one. */
    at,
    /** The refund; null if a person looks at the statement. */
    refund: z.nullable(refund),
  }),
  refusals: ['REFUND_CHANGED', 'UNAVAILABLE'],
  limit: 'withdrawal',
});
