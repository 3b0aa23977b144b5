import {
  type startPayment as contract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { failpoint } from '@heartline/platform';
import { openCheckout } from './open-checkout.ts';
import { claimOrder, isWorse, keepOrder, noWay, quoteOrder, takeTerms } from './order.ts';
import { findPayment, type PaymentDoc } from './payment.repository.ts';
import { routeOf } from './payment-accounts.ts';
import type { Buyer, PaymentsContext } from './payments-context.ts';

type Input = ParsedOf<typeof contract>;

/**
 * Opens a payment at a provider. A repeat with the same key gets the same payment, price and address from
 * any tab or gateway, until that payment has ended.
 *
 * 1. Claim the key (unique insert).
 * 2. Check the way to pay, and fix the price from the catalogue, with or without the discount.
 * 3. Store the payment row.
 * 4. Open a checkout at the first account of the route that takes it.
 * 5. Store the address.
 *
 * A direct debit is ordered by its own form instead (METHOD_UNAVAILABLE, reason `form`).
 *
 * Only the server decides the price. The client sends the price it showed; a higher one is refused
 * (PACK_PRICE_CHANGED), since the discount may have ended meanwhile. Nothing is charged before the member
 * pays there.
 */
export async function startPayment(
  context: PaymentsContext,
  buyer: Buyer,
  input: Input,
): Promise<Result<OutputOf<typeof contract>>> {
  if (input.method === 'sdd') return noWay('form');
  const claimed = await claimOrder(context, buyer.member, input);
  if (!claimed.ok) return claimed;
  failpoint('payment:after-key');
  const existing = await findPayment(context.mongo, claimed.value);
  const priced = existing ? ok(existing) : await price(context, buyer, input, claimed.value);
  if (!priced.ok) return priced;
  const { value: payment } = priced;
  failpoint('payment:after-row');
  // It has ended, or is dearer than what the member sees now: they want a new payment.
  const isOutdated = payment.state !== 'pending' || (input.seen && isWorse(payment, input.seen));
  if (isOutdated) return refuse('KEY_REUSED');
  const opened = payment.providerId === null ? await openCheckout(context, buyer, payment) : ok(payment);
  return opened.ok ? ok({ payment: opened.value._id, redirect: opened.value.redirect }) : opened;
}

/** Fixes the pack, its price and the account; refused where the way to pay, the discount or the price is in the way. */
async function price(
  context: PaymentsContext,
  from: Buyer,
  wish: Input,
  payment: string,
): Promise<Result<PaymentDoc>> {
  const quoted = await quoteOrder(context, from, wish);
  if (!quoted.ok) return quoted;
  const { value: quote } = quoted;
  const taken = await takeTerms(context, quote, { payment, wish });
  if (!taken.ok) return taken;
  const [account = ''] = routeOf(context.payments, quote.privately.payment_routes, wish.method);
  return ok(await keepOrder(context, from, { _id: payment, account, wish, quote, terms: taken.value }));
}
