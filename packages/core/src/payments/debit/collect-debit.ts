import { ok, type Result, refuse } from '@heartline/contracts';
import { methodHorizonMs } from '@heartline/domain';
import { failpoint, ProviderRefused, ProviderUnavailable } from '@heartline/platform';
import { adoptCheckout } from '../adopt-checkout.ts';
import { noteNotOpening } from '../bonus.repository.ts';
import { followPayment } from '../follow-payment.ts';
import { orderOf, storeCheckout, unlessUnavailable } from '../open-checkout.ts';
import { changePayment, type PaymentDoc } from '../payment.repository.ts';
import { providerOf } from '../payment-accounts.ts';
import type { PaymentsContext } from '../payments-context.ts';
import type { Debtor } from './debtor.ts';
import { findMandate } from './mandate.repository.ts';

const HOUR_MS = 3_600_000;

/**
 * Debits a stored payment under its mandate, unless that was done, and follows it. The same key is the same debit; after
 * the provider forgot it, the provider is asked for a debit by our reference first. An unknown outcome leaves the payment
 * pending: the same request, or the next pass, finds out.
 */
export async function collectDebit(
  context: PaymentsContext,
  from: Debtor,
  payment: PaymentDoc,
): Promise<Result<PaymentDoc>> {
  if (payment.state !== 'pending' || payment.providerId !== null) return ok(payment);
  try {
    const known = await settleForgotten(context, payment);
    if (known.state !== 'pending') return ok(known);
    const collected = known.providerId === null ? await collect(context, from, known) : ok(known);
    if (!collected.ok) return collected;
    return ok((await followPayment(context, collected.value).catch(unlessUnavailable)) ?? collected.value);
  } catch (error) {
    if (error instanceof ProviderRefused) return end(context, payment, error);
    if (!(error instanceof ProviderUnavailable)) throw error;
    await noteNotOpening(context.mongo, payment.member, payment._id);
    context.logger.warn(
      { payment: payment._id, account: payment.account, reason: error.message },
      'debit not collected: provider unavailable',
    );
    return refuse('PAYMENT_UNAVAILABLE');
  }
}

/** The payment to debit now. Once the provider forgot the key of the last try, an earlier debit is adopted instead. */
async function settleForgotten(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc> {
  const { _id, account, attempt, attemptAt } = payment;
  const now = context.clock.now();
  if (now - attemptAt < providerOf(context.payments, account).keyHours * HOUR_MS) return payment;
  const adopted = await adoptCheckout(context, payment);
  if (adopted.providerId !== null || adopted.state !== 'pending') return adopted;
  const expected = { _id, state: 'pending', attempt, providerId: null } as const;
  const next = await changePayment(context.mongo, expected, { attempt: attempt + 1, attemptAt: now });
  // Another request with this key goes on with it.
  if (!next) throw new ProviderUnavailable('the debit moved meanwhile');
  return next;
}

async function collect(
  context: PaymentsContext,
  from: Debtor,
  payment: PaymentDoc,
): Promise<Result<PaymentDoc>> {
  const { debit, account, createdAt } = payment;
  const mandate = debit && (await findMandate(context.mongo, debit.mandate));
  const { debits } = providerOf(context.payments, account);
  if (!mandate || !debits) throw new ProviderRefused('account', 'no mandate at this account');
  const order = await orderOf(context, from, payment);
  const { id } = await debits.collect({ ...order, mandate: mandate.mandateId, collectOn: debit.on });
  failpoint('payment:after-open');
  const expiresAt = createdAt + methodHorizonMs('sdd');
  return storeCheckout(context, payment, { id, expiresAt, next: null });
}

/** Ends a payment whose debit was refused; its discount is free again. */
async function end(
  context: PaymentsContext,
  { _id, member, account }: PaymentDoc,
  error: ProviderRefused,
): Promise<Result<never>> {
  context.logger.warn({ payment: _id, account, reason: error.message }, 'debit refused by its account');
  await changePayment(
    context.mongo,
    { _id, state: 'pending', providerId: null },
    { state: 'failed', reason: 'refused', dueAt: null },
  );
  await noteNotOpening(context.mongo, member, _id);
  if (error.code === 'iban') return refuse('VALIDATION_FAILED', { fields: { iban: 'IBAN_INVALID' } });
  return refuse('METHOD_UNAVAILABLE', { values: { reason: 'closed' } });
}
