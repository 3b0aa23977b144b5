import { holdBonus, openBonus } from './bonus.repository.ts';
import { followPayment } from './follow-payment.ts';
import { changePayment, findPayment, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** A payment that took the discount within this time may still be on its way to the provider. */
const OPENING_MS = 30_000;

/**
 * Takes the welcome discount for a payment, so that it is used once, whatever payments are opened
 * concurrently (C7). A member who leaves one checkout for another keeps the discount. The older payment is
 * closed at the provider first, so that it cannot be paid too.
 *
 * - `taken`: the price is the discounted one.
 * - `over`: the full price.
 * - `busy`: the other payment is neither closed nor paid yet; try again in a moment.
 */
export async function takeBonus(
  context: PaymentsContext,
  order: { member: string; payment: string; endsAt: number },
): Promise<'taken' | 'over' | 'busy'> {
  const bonus = await openBonus(context.mongo, order.member, order.endsAt);
  const now = context.clock.now();
  if (bonus.payment !== null && bonus.payment !== order.payment) {
    const holder = await findPayment(context.mongo, bonus.payment);
    const isOpening = now - (bonus.heldAt ?? 0) < OPENING_MS;
    if (!holder && isOpening) return 'busy';
    if (holder && !(await close(context, holder, isOpening))) {
      const after = await context.credits.balanceOf(order.member);
      return after.premium ? 'over' : 'busy';
    }
  }
  const held = await holdBonus(context.mongo, order.member, {
    payment: order.payment,
    holder: bonus.payment,
    now,
  });
  if (held) return 'taken';
  return now < order.endsAt ? 'busy' : 'over';
}

/**
 * True if a payment is closed without having used the discount. Only the provider can close a failed or
 * abandoned one, which could still be paid. A payment held for another amount never grants by itself, so its
 * discount is free again.
 */
async function close(context: PaymentsContext, payment: PaymentDoc, isOpening: boolean): Promise<boolean> {
  if (payment.providerId === null) {
    if (isOpening) return false;
    const closed = await changePayment(
      context.mongo,
      { _id: payment._id, state: 'pending', providerId: null },
      { state: 'cancelled' },
    );
    return closed !== undefined;
  }
  if (payment.state !== 'completed' && payment.state !== 'review')
    await context.payments.cancel(payment.providerId);
  const { state } = await followPayment(context, payment);
  return state !== 'pending' && state !== 'completed';
}
