import type { TransferInstructions } from '@heartline/contracts';
import type { MandateValues } from '@heartline/i18n/mandates';
import { findPayment } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** What is true about an order and its money at the moment a mail about it is sent. */
export interface MoneyFacts {
  /** The account to transfer to, while the order waits for the money. */
  transfer: TransferInstructions | null;
  /** The debit of the order with its mandate, unless the order has ended unpaid. */
  debit: DebitFacts | null;
  /** Credits that a bank took back and that the member still has to repay. */
  debt: number;
}

/** A debit, as its pre-notification announces it. */
export interface DebitFacts extends Omit<MandateValues, 'signedOn'> {
  /** Day of the debit, `YYYY-MM-DD` in the zone of the site. */
  on: string;
  signedAt: number;
  textVersion: string;
}

/** Reads the facts for a mail about a payment; undefined if the payment is not the member’s. */
export async function moneyFacts(
  context: PaymentsContext,
  member: string,
  id: string,
): Promise<MoneyFacts | undefined> {
  const [payment, { debt }] = await Promise.all([
    findPayment(context.mongo, id),
    context.credits.statusOf(member),
  ]);
  if (payment?.member !== member) return undefined;
  return { transfer: payment.state === 'pending' ? payment.transfer : null, debit: null, debt };
}
