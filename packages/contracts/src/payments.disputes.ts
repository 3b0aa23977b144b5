import * as z from 'zod/mini';
import { defineJob, defineOutbound } from './define.ts';
import { id } from './shapes.ts';
import { version } from './version.ts';

/**
 * State of a dispute at the payer’s bank:
 *
 * - `inquiry`: the bank asks; `closed`: it asks no more. No money moves.
 * - `taken`: the money went back; `lost`: for good.
 * - `given-back`: the money came again.
 */
export const disputeState = z.enum(['inquiry', 'closed', 'taken', 'lost', 'given-back']);
export type DisputeState = z.infer<typeof disputeState>;

export const disputeChanged = defineOutbound({
  name: 'dispute:changed',
  feature: 'payments',
  summary:
    'A bank took money of a payment back, and its credits with it, or the money came again and so did the credits.',
  durable: true,
  payload: z.strictObject({
    version,
    /** Id of the payment. */
    payment: id,
    /** State of the dispute. */
    state: disputeState,
    /** Credits that it takes now, also those that were spent; 0 once they are back. */
    credits: z.int(),
  }),
});

export const followDisputes = defineJob({
  name: 'follow-disputes',
  feature: 'payments',
  summary: 'Asks each account of a provider which payments were disputed lately, also of payments long ago.',
  queue: 'timers',
  data: z.strictObject({}),
});
