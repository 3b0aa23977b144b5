import * as z from 'zod/mini';

/**
 * Credits one can spend or owes, and whether one is premium, as the member's ledger row of that number left them. Answers and
 * events come in any order: of two balances the one of the later row is the newer.
 */
export const balance = z.strictObject({
  /** Credits that the member can spend. */
  credits: z.int(),
  debt: z.int(),
  premium: z.boolean(),
  ledgerSeq: z.int(),
});
export type Balance = z.infer<typeof balance>;
