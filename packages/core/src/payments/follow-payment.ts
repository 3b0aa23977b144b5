import { paymentChanged } from '@heartline/contracts';
import { nextPaymentState } from '@heartline/domain';
import { failpoint } from '@heartline/platform';
import { endBonusOfBuyer } from './expire-bonus.ts';
import { changePayment, findPayment, type PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/**
 * Asks the provider about a payment and acts on its status. Webhooks, the member’s result page and the
 * reconcile job all call this, in any number and order.
 *
 * 1. Ask the provider.
 * 2. Move the state forward in one conditional write.
 * 3. If completed: add the credits (once per payment), update premium, end the discount, set `grantedAt`.
 * 4. Notify the member.
 *
 * After a crash during step 3 `grantedAt` is null, so the next call repeats the steps. Rejects with
 * `ProviderUnavailable` if the provider cannot be asked; nothing has changed then.
 */
export async function followPayment(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc> {
  const moved = await moveState(context, payment);
  return moved.state === 'completed' && moved.grantedAt === null ? complete(context, moved) : moved;
}

async function moveState(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc> {
  if (payment.providerId === null || payment.state === 'completed' || payment.state === 'review') {
    return payment;
  }
  const word = await context.payments.fetch(payment.providerId);
  const checkedAt = context.clock.now();
  const order = { reference: payment._id, priceCents: payment.priceCents, currency: payment.currency };
  const state = word ? nextPaymentState(payment.state, order, word) : payment.state;
  const moved = await changePayment(
    context.mongo,
    { _id: payment._id, state: payment.state },
    { state, checkedAt },
  );
  if (!moved) return moveState(context, (await findPayment(context.mongo, payment._id)) ?? payment);
  if (state !== payment.state && state !== 'completed') await publish(context, moved);
  if (state === 'review')
    context.logger.error({ payment: payment._id }, 'payment held for review: amount mismatch');
  return moved;
}

async function complete(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc> {
  const { member, credits, priceCents, currency } = payment;
  failpoint('payment:before-grant');
  await context.credits.purchase(member, {
    payment: payment._id,
    credits,
    money: { cents: priceCents, currency },
  });
  failpoint('payment:after-grant');
  // The current ledger decides: a purchase that was interrupted here may have been refunded since.
  await context.syncPremium(member);
  await endBonusOfBuyer(context, member);
  const now = context.clock.now();
  const granted = await changePayment(
    context.mongo,
    { _id: payment._id, grantedAt: null },
    { grantedAt: now },
  );
  if (granted) await publish(context, granted);
  return granted ?? { ...payment, grantedAt: now };
}

async function publish(context: PaymentsContext, { member, _id, state }: PaymentDoc): Promise<void> {
  await context.publisher.durable(member, paymentChanged, { payment: _id, state });
}
