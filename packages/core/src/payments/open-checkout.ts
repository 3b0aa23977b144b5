import { ok, type Result, refuse } from '@heartline/contracts';
import { PAYMENT_TEXTS } from '@heartline/i18n';
import { serverText } from '@heartline/i18n/server';
import {
  failpoint,
  type OpenedCheckout,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '@heartline/platform';
import { noteNotOpening } from './bonus.repository.ts';
import { followPayment } from './follow-payment.ts';
import { mailOrder } from './mail-order.ts';
import { changePayment, type PaymentDoc } from './payment.repository.ts';
import { providerOf, routeOf } from './payment-accounts.ts';
import type { Buyer, PaymentsContext } from './payments-context.ts';

const HOUR_MS = 3_600_000;

/** The answer of one account: a checkout, a definite no, or nothing. */
type Attempt = { checkout: OpenedCheckout } | { problem: 'refused' | 'unavailable' };

/**
 * Opens a checkout for a payment at the account it names, else at the others of its route.
 *
 * - Another account is asked at once: a checkout whose address nobody got can’t be paid.
 * - Each try has its own key, and a repeat within the provider’s memory gets the same checkout.
 * - After that time the provider is first asked for open ones, so that an order has no second checkout.
 */
export async function openCheckout(
  context: PaymentsContext,
  buyer: Buyer,
  payment: PaymentDoc,
): Promise<Result<PaymentDoc>> {
  const { privately } = await context.site.settingsOf(payment.site);
  const route = routeOf(context.payments, privately.payment_routes, payment.method);
  const rest = route.filter((account) => account !== payment.account);
  let current: PaymentDoc | undefined = payment;
  let isRefusedByAll = true;
  for (const account of [payment.account, ...rest]) {
    current = await atAccount(context, current, account);
    if (current?.state !== 'pending') return refuse('PAYMENT_UNAVAILABLE');
    const attempt = await tryAccount(context, buyer, current);
    if ('checkout' in attempt) return storeCheckout(context, current, attempt.checkout);
    isRefusedByAll &&= attempt.problem === 'refused';
  }
  await noteNotOpening(context.mongo, payment.member, payment._id);
  if (!isRefusedByAll) return refuse('PAYMENT_UNAVAILABLE');
  await changePayment(
    context.mongo,
    { _id: payment._id, state: 'pending', providerId: null },
    { state: 'failed', reason: 'refused', dueAt: null },
  );
  return refuse('METHOD_UNAVAILABLE', { values: { reason: 'closed' } });
}

/**
 * The payment with its next try at this account. A new try begins where the account changes, or where the provider has
 * forgotten the key of the last one. Undefined if the payment moved meanwhile.
 */
async function atAccount(
  context: PaymentsContext,
  payment: PaymentDoc,
  account: string,
): Promise<PaymentDoc | undefined> {
  const now = context.clock.now();
  const { _id, attempt, attemptAt } = payment;
  const next = { account, attempt: attempt + 1, attemptAt: now };
  // Another request with this key may have opened it meanwhile.
  const expected = { _id, state: 'pending', attempt, providerId: null } as const;
  if (account !== payment.account) return changePayment(context.mongo, expected, next);
  const keyHours = context.payments.of(account)?.keyHours ?? 0;
  if (now - attemptAt < keyHours * HOUR_MS) return payment;
  const found = await settleForgotten(context, payment).catch(unlessUnavailable);
  return found?.state === 'pending' ? changePayment(context.mongo, expected, next) : found;
}

/** Settles what a provider opened without our knowing: a paid checkout counts as the payment, an unpaid one is closed. */
async function settleForgotten(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc> {
  const { account } = payment;
  const provider = providerOf(context.payments, account);
  const askedAt = context.clock.now();
  for (const id of await provider.find(payment._id, payment.createdAt)) {
    const look = await provider.look(id);
    const followed = look && (await followPayment(context, payment, { account, look, askedAt }));
    if (followed && followed.state !== 'pending') return followed;
    await provider.close(id);
  }
  return payment;
}

export function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof ProviderUnavailable)) throw error;
}

async function tryAccount(context: PaymentsContext, buyer: Buyer, payment: PaymentDoc): Promise<Attempt> {
  try {
    const provider = providerOf(context.payments, payment.account);
    const checkout = await provider.open(await orderOf(context, buyer, payment));
    failpoint('payment:after-open');
    return { checkout };
  } catch (error) {
    const isRefused = error instanceof ProviderRefused;
    if (!isRefused && !(error instanceof ProviderUnavailable)) throw error;
    context.logger.warn(
      { payment: payment._id, account: payment.account, method: payment.method, reason: error.message },
      isRefused ? 'payment refused by its account' : 'payment not opened: provider unavailable',
    );
    return { problem: isRefused ? 'refused' : 'unavailable' };
  }
}

type Order = Parameters<PaymentProvider['open']>[0];

/** A payment in the terms of a provider. */
export async function orderOf(
  context: PaymentsContext,
  { locale }: Pick<Buyer, 'locale'>,
  payment: PaymentDoc,
): Promise<Order> {
  const { _id, attempt, account, credits, method, country, currency } = payment;
  const { privately, company, settings } = await context.site.settingsOf(payment.site);
  return {
    key: `${_id}-${attempt}`,
    reference: _id,
    cents: payment.priceCents,
    currency,
    method,
    country,
    locale,
    words: {
      what: serverText(locale, PAYMENT_TEXTS.credits, { credits }),
      statement: privately.statement_words || company.tradenames[0] || company.name || settings.name,
    },
    returnUrl: `${payment.origin}/transactions/${_id}`,
    webhookUrl: `${context.config.webhookOrigin}/api/payment-webhook.php?account=${encodeURIComponent(account)}`,
    expiresAt: payment.expiresAt,
  };
}

/** Stores the checkout of this try; one that was closed meanwhile in favour of a newer one is closed there too. */
export async function storeCheckout(
  context: PaymentsContext,
  payment: PaymentDoc,
  { id, expiresAt, next }: OpenedCheckout | { id: string; expiresAt: number; next: null },
): Promise<Result<PaymentDoc>> {
  const { _id, attempt, account } = payment;
  const opened = await changePayment(
    context.mongo,
    { _id, state: 'pending', attempt },
    {
      providerId: id,
      redirect: next?.kind === 'redirect' ? next.url : null,
      transfer: next?.kind === 'transfer' ? next.to : null,
      ...(expiresAt !== null && { expiresAt }),
    },
  );
  if (opened) {
    await mailOrder(context, opened);
    return ok(opened);
  }
  await providerOf(context.payments, account).close(id).catch(unlessUnavailable);
  return refuse('PAYMENT_UNAVAILABLE');
}
