import { changePayment, findPayment, noteAsked, type PaymentDoc } from './payment.repository.ts';
import { providerOf } from './payment-accounts.ts';
import { nextAskAt } from './payment-schedule.ts';
import type { PaymentsContext } from './payments-context.ts';

/**
 * A payment whose checkout this database does not know: a crash came between the provider’s answer and the row. The
 * provider is asked by our reference.
 */
export async function adoptCheckout(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc> {
  const { _id, account, createdAt, state } = payment;
  const [providerId] = await providerOf(context.payments, account).find(_id, createdAt);
  if (providerId === undefined) {
    const at = context.clock.now();
    await noteAsked(context.mongo, payment, { at, dueAt: nextAskAt(payment, at) });
    return payment;
  }
  const adopted = await changePayment(
    context.mongo,
    { _id, providerId: null, account, state },
    { providerId },
  );
  return adopted ?? (await findPayment(context.mongo, _id)) ?? payment;
}
