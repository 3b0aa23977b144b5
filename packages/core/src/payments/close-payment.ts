import type { PaymentReason } from '@heartline/contracts';
import { ProviderRefused } from '@heartline/platform';
import { followPayment, publish } from './follow-payment.ts';
import { changePayment, findPayment, type PaymentDoc } from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
import type { PaymentsContext } from './payments-context.ts';

/** The result of closing: the payment afterwards, and the time until which one that stays open can be paid. */
export interface Closing {
  payment: PaymentDoc;
  openUntil: number | null;
}

/** A payment that its provider refuses to close, or should have closed by now, counts as open for this time. */
const STILL_OPEN_MS = 3_600_000;

/**
 * Closes an unpaid payment at its provider for `reason`, so that it can’t be paid any more. Safe to repeat: one that was
 * paid meanwhile is followed instead.
 *
 * @throws {ProviderUnavailable} if the provider cannot be asked; nothing has changed then.
 */
export async function closePayment(
  context: PaymentsContext,
  payment: PaymentDoc,
  reason: Extract<PaymentReason, 'member' | 'replaced' | 'expired'>,
): Promise<Closing> {
  if (payment.state === 'completed' || payment.state === 'review')
    return { payment: await followPayment(context, payment), openUntil: null };
  if (payment.providerId !== null) {
    const provider = providerOf(context.payments, payment.account);
    const closing = await provider.close(payment.providerId).catch((error: unknown) => {
      if (!(error instanceof ProviderRefused)) throw error;
      context.logger.warn({ payment: payment._id, reason: error.message }, 'checkout not closed: refused');
      return { outcome: 'open', until: 0 } as const;
    });
    const now = context.clock.now();
    if (closing.outcome === 'paid') {
      const followed = await followPayment(context, payment);
      // Part of the money came, and the rest may follow.
      return { payment: followed, openUntil: followed.state === 'pending' ? now + STILL_OPEN_MS : null };
    }
    if (closing.outcome === 'open')
      return { payment, openUntil: closing.until > now ? closing.until : now + STILL_OPEN_MS };
  }
  const { _id, state, providerId } = payment;
  const closed =
    state === 'pending'
      ? await changePayment(context.mongo, { _id, state, providerId }, { state: 'cancelled', reason })
      : payment;
  // It moved meanwhile: opened after all, or paid.
  if (!closed) return closePayment(context, (await findPayment(context.mongo, _id)) ?? payment, reason);
  if (state === 'pending') await publish(context, closed);
  return { payment: closed, openUntil: null };
}
