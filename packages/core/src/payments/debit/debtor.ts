import type { Buyer } from '../payments-context.ts';

/** The member who orders a direct debit, and the device they sign on. */
export interface Debtor extends Buyer {
  ip: string;
  /** The network that text messages are counted by. */
  network: string;
  userAgent: string | null;
}
