import { findPayment, findProviderPayments, type PaymentDoc, paymentsOf } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

const MOST = 100;

/** Payments that our id, a provider’s id or a member’s id names, the newest first. For operators. */
export async function findByReference(context: PaymentsContext, named: string): Promise<PaymentDoc[]> {
  const own = await findPayment(context.mongo, named);
  if (own) return [own];
  const ofProvider = await findProviderPayments(context.mongo, named);
  return ofProvider.length > 0 ? ofProvider : paymentsOf(context.mongo, named, { since: 0, limit: MOST });
}
