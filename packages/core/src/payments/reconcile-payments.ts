import { eachAlone, ProviderUnavailable } from '@heartline/platform';
import { everyPart } from '../every-part.ts';
import { adoptCheckout } from './adopt-checkout.ts';
import { findOverdueBonuses } from './bonus.repository.ts';
import { closePayment } from './close-payment.ts';
import { findOverdueCodes } from './code.repository.ts';
import { expireBonus, expireOwnCode } from './expire-bonus.ts';
import { followPayment, publish } from './follow-payment.ts';
import {
  AT_ONCE,
  changePayment,
  findDue,
  findUngranted,
  noteAsked,
  type PaymentDoc,
} from './payment.repository.ts';
import { isBeyondHorizon, retryAt } from './payment-schedule.ts';
import type { PaymentsContext } from './payments-context.ts';

/**
 * Repairs losses: missing webhooks, interrupted grants, expired checkouts, discounts without a timer. Runs each minute and
 * returns the number of payments asked about. A payment that fails holds up no other, and an account that is away only
 * its own.
 */
export async function reconcilePayments(context: PaymentsContext): Promise<number> {
  const now = context.clock.now();
  let asked = 0;
  async function endBonuses(): Promise<void> {
    const overdue = await findOverdueBonuses(context.mongo, now);
    await eachAlone(overdue, (member) => expireBonus(context, member));
    await eachAlone(await findOverdueCodes(context.mongo, now), (code) => expireOwnCode(context, code));
  }
  async function grant(): Promise<void> {
    const ungranted = await findUngranted(context.mongo);
    asked += ungranted.length;
    await eachAlone(ungranted, (payment) => followPayment(context, payment));
  }
  async function askAboutDue(): Promise<void> {
    const away = new Set<string>();
    let due: PaymentDoc[];
    let before: number;
    do {
      before = away.size;
      due = await findDue(context.mongo, now, away);
      asked += due.length;
      await askAbout(context, due, { now, away });
      // Payments of an account that is away may have filled this part: the others come in the next.
    } while (due.length === AT_ONCE && away.size > before);
  }
  await everyPart([endBonuses, grant, askAboutDue]);
  return asked;
}

/** Asks about one after the other; an account that does not answer is `away`, and its payments wait for the next pass. */
async function askAbout(
  context: PaymentsContext,
  due: readonly PaymentDoc[],
  { now, away }: { now: number; away: Set<string> },
): Promise<void> {
  await eachAlone(due, async (payment) => {
    if (away.has(payment.account)) return;
    try {
      await settleDue(context, payment, now);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      away.add(payment.account);
      // Perhaps only this payment fails: those after it come first in the next pass.
      await noteAsked(context.mongo, payment, { at: now, dueAt: retryAt(payment, now) });
      context.logger.warn(
        { account: payment.account, reason: error.message },
        'reconcile stopped for an account: provider unavailable',
      );
    }
  });
}

/** Asks about one payment, and ends its checkout where its time is up and the provider can close it. */
async function settleDue(context: PaymentsContext, payment: PaymentDoc, now: number): Promise<void> {
  const found = payment.providerId === null ? await adoptCheckout(context, payment) : payment;
  const followed = await followPayment(context, found);
  if (followed.state !== 'pending' || followed.expiresAt > now) return;
  if (followed.receivedCents) return hold(context, followed);
  const { payment: closed, openUntil } = await closePayment(context, followed, 'expired');
  const ended = openUntil === null ? closed : await giveUp(context, closed, now);
  // Part of the money may have come: the provider’s word decides what becomes of it.
  if (ended) await followPayment(context, ended);
}

/** Holds a transfer of which only a part came in time: a person accepts it or gives it back. */
async function hold(context: PaymentsContext, { _id, providerId }: PaymentDoc): Promise<void> {
  const held = await changePayment(
    context.mongo,
    { _id, state: 'pending', providerId },
    { state: 'review', reason: 'amount', dueAt: null },
  );
  if (!held) return;
  await publish(context, held);
  context.logger.error({ payment: _id }, 'payment held for review: only a part came in time');
}

/** Ends a payment that its provider never closes, after the horizon of its way to pay; undefined before. */
async function giveUp(
  context: PaymentsContext,
  payment: PaymentDoc,
  now: number,
): Promise<PaymentDoc | undefined> {
  if (!isBeyondHorizon(payment, now)) return undefined;
  const { _id, providerId } = payment;
  const ended = await changePayment(
    context.mongo,
    { _id, state: 'pending', providerId },
    { state: 'cancelled', reason: 'expired' },
  );
  if (ended) await publish(context, ended);
  return ended;
}
