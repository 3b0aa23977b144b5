import { ProviderUnavailable } from '@heartline/platform';
import { holdBonus, openBonus } from './bonus.repository.ts';
import { closePayment } from './close-payment.ts';
import { findPayment, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** A payment that took the discount within this time may still be on its way to the provider. */
const OPENING_MS = 30_000;

/**
 * The fate of the discount:
 *
 * - `taken`: the price is the discounted one.
 * - `over`: the full price.
 * - `busy`: the other payment is neither closed nor paid yet; try again in a moment.
 * - `open`: the other checkout can’t be closed; it goes on, or ends by itself.
 */
export type BonusTake =
  | { kind: 'taken' | 'over' | 'busy' }
  | { kind: 'open'; values: { payment: string; redirect: string; until: number } };

/**
 * Takes the welcome discount for a payment, so that it is used once, whatever payments are opened
 * concurrently (C7). A member who leaves one checkout for another keeps the discount. The older payment is
 * closed at the provider first, so that it cannot be paid too.
 */
export async function takeBonus(
  context: PaymentsContext,
  order: { member: string; payment: string; endsAt: number },
): Promise<BonusTake> {
  const bonus = await openBonus(context.mongo, order.member, order.endsAt);
  const now = context.clock.now();
  if (bonus.payment !== null && bonus.payment !== order.payment) {
    const holder = await findPayment(context.mongo, bonus.payment);
    const isOpening = now - (bonus.heldAt ?? 0) < OPENING_MS;
    const freed = holder ? await free(context, holder, isOpening) : isOpening ? BUSY : undefined;
    if (freed) {
      if (freed.kind === 'open') return freed;
      const after = await context.credits.balanceOf(order.member);
      return after.premium ? { kind: 'over' } : freed;
    }
  }
  const held = await holdBonus(context.mongo, order.member, {
    payment: order.payment,
    holder: bonus.payment,
    now,
  });
  if (held) return { kind: 'taken' };
  return { kind: now < order.endsAt ? 'busy' : 'over' };
}

const BUSY: BonusTake = { kind: 'busy' };

/**
 * Undefined if a payment is closed without having used the discount; otherwise what is in the way. Only the provider
 * can close a failed or abandoned one, which could still be paid. A payment held for another amount never grants by
 * itself, so its discount is free again.
 */
async function free(
  context: PaymentsContext,
  holder: PaymentDoc,
  isOpening: boolean,
): Promise<BonusTake | undefined> {
  if (holder.providerId === null && isOpening) return BUSY;
  try {
    const { payment, openUntil } = await closePayment(context, holder, 'replaced');
    if (openUntil !== null)
      return {
        kind: 'open',
        values: { payment: payment._id, redirect: payment.redirect ?? '', until: openUntil },
      };
    return payment.state === 'pending' || payment.state === 'completed' ? BUSY : undefined;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.logger.warn(
      { payment: holder._id, reason: error.message },
      'checkout not closed: provider unavailable',
    );
    return BUSY;
  }
}
