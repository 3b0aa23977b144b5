import { ProviderUnavailable } from '@heartline/platform';
import { findOverdueBonuses } from './bonus.repository.ts';
import { expireBonus } from './expire-bonus.ts';
import { followPayment } from './follow-payment.ts';
import { findUnfinished, noteAsked, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** Payments older than this are the provider’s to report. */
const LOOK_BACK_MS = 3 * 86_400_000;
/** A young payment is asked about every minute, an older one ever more rarely. */
const FIRST_ASK_MS = 55_000;
const AGE_PER_ASK = 10;

/**
 * Finds what got lost: webhooks that never came, grants that a crash cut off, discounts whose timer is gone. Runs
 * each minute; asking twice has no second effect. Answers how many payments were asked about.
 */
export async function reconcilePayments(context: PaymentsContext): Promise<number> {
  const now = context.clock.now();
  for (const member of await findOverdueBonuses(context.mongo, now)) await expireBonus(context, member);
  const due = await findUnfinished(context.mongo, now - LOOK_BACK_MS, (payment) => isDue(payment, now));
  for (const payment of due) {
    try {
      await followPayment(context, payment);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      // It may be this one alone that has no fit answer: those behind it come first in the next pass.
      await noteAsked(context.mongo, payment._id, now);
      context.logger.warn({ reason: error.message }, 'reconcile stops until the provider answers again');
      break;
    }
  }
  return due.length;
}

function isDue(payment: PaymentDoc, now: number): boolean {
  const age = now - payment.createdAt;
  return payment.providerId !== null && now - payment.checkedAt >= Math.max(FIRST_ASK_MS, age / AGE_PER_ASK);
}
