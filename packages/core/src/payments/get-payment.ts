import { type getPayment as contract, type OutputOf, ok, type Result, refuse } from '@heartline/contracts';
import { ProviderUnavailable } from '@heartline/platform';
import { followPayment } from './follow-payment.ts';
import { findPayment, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** A result page asks every few seconds; this is the minimum time between two calls to the provider. */
const ASK_EVERY_MS = 1_500;

/**
 * One of the member’s own payments; others are not found. Asks the provider while the payment may still
 * change: the parameters of a return address prove nothing.
 */
export async function getPayment(
  context: PaymentsContext,
  member: string,
  id: string,
): Promise<Result<OutputOf<typeof contract>>> {
  const found = await findPayment(context.mongo, id);
  if (!found || found.member !== member) return refuse('NOT_FOUND');
  const payment = await refresh(context, found);
  return ok({
    payment: {
      id: payment._id,
      state: payment.state,
      package: payment.package,
      credits: payment.credits,
      priceCents: payment.priceCents,
      currency: payment.currency,
      createdAt: payment.createdAt,
    },
  });
}

async function refresh(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc> {
  const isUngranted = payment.state === 'completed' && payment.grantedAt === null;
  const isDue = payment.state === 'pending' && context.clock.now() - payment.checkedAt >= ASK_EVERY_MS;
  if (!isUngranted && !isDue) return payment;
  try {
    return await followPayment(context, payment);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return payment;
  }
}
