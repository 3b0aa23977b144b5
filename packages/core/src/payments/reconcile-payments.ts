import { eachAlone, ProviderUnavailable } from '@heartline/platform';
import { everyPart } from '../every-part.ts';
import { findOverdueBonuses } from './bonus.repository.ts';
import { expireBonus } from './expire-bonus.ts';
import { followPayment } from './follow-payment.ts';
import { findUnfinished, noteAsked, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** Payments older than this are no longer asked about, except after a webhook. */
const LOOK_BACK_MS = 3 * 86_400_000;
/** A new payment is asked about every minute, an older one ever less often; a webhook makes it new again. */
const FIRST_ASK_MS = 55_000;
const AGE_PER_ASK = 10;

/**
 * Repairs losses: missing webhooks, grants that a crash interrupted, discounts without a timer. Runs each
 * minute; repeating it has no second effect, and a payment that fails does not hold up the others. Returns
 * the number of payments asked about.
 */
export async function reconcilePayments(context: PaymentsContext): Promise<number> {
  const now = context.clock.now();
  let asked = 0;
  async function endBonuses(): Promise<void> {
    const overdue = await findOverdueBonuses(context.mongo, now);
    await eachAlone(overdue, (member) => expireBonus(context, member));
  }
  async function askAboutDue(): Promise<void> {
    const due = await findUnfinished(context.mongo, now - LOOK_BACK_MS, (payment) => isDue(payment, now));
    asked = due.length;
    await askAbout(context, due, now);
  }
  await everyPart([endBonuses, askAboutDue]);
  return asked;
}

/** Asks about one after the other, until the provider does not answer. */
async function askAbout(context: PaymentsContext, due: readonly PaymentDoc[], now: number): Promise<void> {
  let isAway = false;
  await eachAlone(due, async (payment) => {
    if (isAway) return;
    try {
      await followPayment(context, payment);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      isAway = true;
      // Perhaps only this payment fails: those after it come first in the next pass.
      await noteAsked(context.mongo, payment._id, now);
      context.logger.warn({ reason: error.message }, 'reconcile stopped: payment provider unavailable');
    }
  });
}

function isDue(payment: PaymentDoc, now: number): boolean {
  const age = now - Math.max(payment.createdAt, payment.reportedAt ?? 0);
  return payment.providerId !== null && now - payment.checkedAt >= Math.max(FIRST_ASK_MS, age / AGE_PER_ASK);
}
