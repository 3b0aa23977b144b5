import {
  type cancelPayment as cancelContract,
  type getPayment as contract,
  type listPayments as listContract,
  type OutputOf,
  ok,
  type PaymentView,
  type Result,
  refuse,
} from '@heartline/contracts';
import { settlementOf } from '@heartline/domain';
import { ProviderUnavailable } from '@heartline/platform';
import { closePayment } from './close-payment.ts';
import { type DisputeDoc, disputesOf } from './disputes/dispute.repository.ts';
import { followPayment } from './follow-payment.ts';
import { findPayment, type PaymentDoc, paymentsOf } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';

/** A result page asks every few seconds; this is the minimum time between two calls to the provider. */
const ASK_EVERY_MS = 1_500;
/** A page without an id shows a payment at most this old (S2-072). */
const LATEST_MS = 30 * 86_400_000;
const MOST_TO_REPEAT = 50;

/**
 * One of the member’s own payments, or the latest of the last 30 days; others are not found. Asks the provider while
 * the payment may still change: the parameters of a return address prove nothing.
 */
export async function getPayment(
  context: PaymentsContext,
  member: string,
  id: string | undefined,
): Promise<Result<OutputOf<typeof contract>>> {
  const found = id === undefined ? await latestOf(context, member) : await findPayment(context.mongo, id);
  if (found?.member !== member) return refuse('NOT_FOUND');
  return ok({ payment: await presentOne(context, await refresh(context, found)) });
}

async function latestOf(context: PaymentsContext, member: string): Promise<PaymentDoc | undefined> {
  const since = context.clock.now() - LATEST_MS;
  return (await paymentsOf(context.mongo, member, { since, limit: 1 }))[0];
}

/** The member’s completed payments, the newest first, to order again. */
export async function listPayments(
  context: PaymentsContext,
  member: string,
): Promise<OutputOf<typeof listContract>> {
  const query = { since: 0, state: 'completed', limit: MOST_TO_REPEAT } as const;
  const [payments, disputes] = await Promise.all([
    paymentsOf(context.mongo, member, query),
    disputesOf(context.mongo, member),
  ]);
  return { payments: payments.map((payment) => present(payment, disputes)) };
}

/** Gives up a pending payment of the member. One that was paid meanwhile stays paid. Safe to repeat. */
export async function cancelPayment(
  context: PaymentsContext,
  member: string,
  id: string,
): Promise<Result<OutputOf<typeof cancelContract>>> {
  const payment = await findPayment(context.mongo, id);
  if (payment?.member !== member) return refuse('NOT_FOUND');
  if (payment.state !== 'pending') return ok({ payment: await presentOne(context, payment) });
  try {
    const { payment: closed, openUntil } = await closePayment(context, payment, 'member');
    if (openUntil === null) return ok({ payment: await presentOne(context, closed) });
    const values = { payment: id, redirect: payment.redirect ?? '', until: openUntil };
    return refuse('CHECKOUT_OPEN', { values });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return refuse('PAYMENT_UNAVAILABLE');
  }
}

async function presentOne({ mongo }: PaymentsContext, payment: PaymentDoc): Promise<PaymentView> {
  return present(payment, await disputesOf(mongo, payment.member));
}

/** A payment as its member sees it; `disputes` may hold those of others too. */
function present(payment: PaymentDoc, disputes: readonly DisputeDoc[]): PaymentView {
  const isPending = payment.state === 'pending';
  return {
    id: payment._id,
    state: payment.state,
    reason: payment.reason,
    settlement: settlementOf(payment),
    package: payment.package,
    method: payment.method,
    credits: payment.credits,
    priceCents: payment.priceCents,
    currency: payment.currency,
    receivedCents: payment.receivedCents ?? (payment.state === 'completed' ? payment.priceCents : 0),
    createdAt: payment.createdAt,
    redirect: isPending ? payment.redirect : null,
    transfer: isPending ? transferLeft(payment) : null,
    debit: presentDebit(payment),
    bank: bankActOf(disputes.filter((one) => one.payment === payment._id)),
    receipt: payment.receipt ?? null,
  };
}

/** The act of the bank that the credits follow. */
function bankActOf(disputes: readonly DisputeDoc[]): PaymentView['bank'] {
  const states = disputes.filter(({ ledger }) => ledger !== 'none').map(({ state }) => state);
  if (states.some((state) => state === 'taken' || state === 'lost')) return 'taken';
  return states.includes('given-back') ? 'given-back' : null;
}

function presentDebit({ debit }: PaymentDoc): PaymentView['debit'] {
  if (!debit) return null;
  const { reference, ibanEnd, on, textVersion } = debit;
  return { reference, ibanEnd, on, textVersion };
}

/** The account to transfer the missing money to; null for other ways to pay. */
function transferLeft({ transfer, receivedCents = 0 }: PaymentDoc): PaymentView['transfer'] {
  return transfer && { ...transfer, cents: Math.max(0, transfer.cents - receivedCents) };
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
