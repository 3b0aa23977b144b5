import * as z from 'zod/mini';
import { defineCall, defineOutbound } from './define.ts';
import { at, id } from './shapes.ts';
import { version } from './version.ts';

/** State of the refund. `bounced`: it was paid, and the payer’s bank sent the money back; the credits are back too. */
export const refundState = z.enum(['pending', 'completed', 'failed', 'bounced']);
export type RefundState = z.infer<typeof refundState>;

/**
 * Why accepted money is not sent yet: the payment has not come, or the payer’s bank disputes it. `person`: the way to
 * pay takes no refunds, so an operator pays by transfer.
 */
export const refundWait = z.enum(['payment', 'dispute', 'person']);
export type RefundWait = z.infer<typeof refundWait>;

/** A refund of one payment, dated. `turn` counts the refunds of a payment: 1, 2, 3 … */
export const refund = z.strictObject({
  /** Id of the payment. */
  payment: id,
  turn: z.int(),
  /** Credits that go back. */
  credits: z.int(),
  cents: z.int(),
  currency: z.string(),
  state: refundState,
  /** The reason why a pending one waits; null if the money is on its way, and once it has ended. */
  waits: z.nullable(refundWait),
  /** When it was asked for. */
  at,
});
export type Refund = z.infer<typeof refund>;

/** The refundable part of one payment. */
export const refundOffer = z.strictObject({
  /** Id of the payment. */
  payment: id,
  turn: z.int(),
  /** Credits that can go back. */
  credits: z.int(),
  cents: z.int(),
  currency: z.string(),
  /** When they were bought. */
  boughtAt: at,
  /** Until when it can be asked for. */
  until: at,
  /** True when this refund ends premium: of no purchase half of the price or more would be kept. */
  endsPremium: z.boolean(),
});
export type RefundOffer = z.infer<typeof refundOffer>;

export const getRefund = defineCall({
  name: 'getRefund',
  feature: 'payments',
  summary: 'What can be refunded now, payment by payment, and the refunds so far. The first of two steps.',
  access: 'member',
  method: 'GET',
  path: '/api/refund.php',
  input: z.strictObject({}),
  output: z.strictObject({
    /** The refunds possible now. */
    offers: z.array(refundOffer),
    /** Refunds so far. */
    refunds: z.array(refund),
    /** For how many days after a purchase a refund can be asked for. */
    refund_days: z.int(),
  }),
  refusals: [],
  limit: 'read',
});

export const startRefund = defineCall({
  name: 'startRefund',
  feature: 'payments',
  summary:
    'Refunds the unspent credits of one payment, exactly as offered: the credits are frozen first, then the money goes back. Safe to repeat.',
  access: 'member',
  method: 'POST',
  path: '/api/refund.php',
  input: z.strictObject({
    /** Id of the payment. */
    payment: id,
    /** `turn` of the offer. */
    turn: z.int().check(z.minimum(1), z.maximum(1_000)),
    /** `credits` of the offer. */
    credits: z.int().check(z.minimum(1), z.maximum(100_000)),
    /** `cents` of the offer. */
    cents: z.int().check(z.minimum(0), z.maximum(100_000_000)),
    /** The effect on Premium that the member confirmed. A different effect answers REFUND_CHANGED and refunds nothing. */
    endsPremium: z.optional(z.boolean()),
  }),
  output: z.strictObject({ refund }),
  refusals: ['NOT_FOUND', 'REFUND_CHANGED', 'UNAVAILABLE'],
  limit: 'payment',
});

export const refundChanged = defineOutbound({
  name: 'refund:changed',
  feature: 'payments',
  summary:
    'A refund of the member’s reached its end: the money is on its way, or the credits are back. Sent money may still come back.',
  durable: true,
  payload: z.strictObject({
    version,
    /** Id of the payment. */
    payment: id,
    turn: z.int(),
    state: refundState,
  }),
});
