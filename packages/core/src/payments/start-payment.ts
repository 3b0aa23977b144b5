import {
  type startPayment as contract,
  type OutputOf,
  ok,
  type ParsedOf,
  type Result,
  refuse,
} from '@heartline/contracts';
import { bonusEndsAt, offeredPackages } from '@heartline/domain';
import { ProviderUnavailable } from '@heartline/platform';
import { noteNotOpening } from './bonus.repository.ts';
import { changePayment, claimKey, findPayment, keepPayment, type PaymentDoc } from './payment.repository.ts';
import { buyerOf, type PaymentsContext } from './payments-context.ts';
import { takeBonus } from './take-bonus.ts';

type Input = ParsedOf<typeof contract>;
type Price = NonNullable<Input['seen']>;

/**
 * Opens a payment at the provider. A repeat with the same key gets the same payment, price and address from
 * any tab or gateway, until that payment has ended.
 *
 * 1. Claim the key (unique insert).
 * 2. Fix the price from the catalogue, with or without the discount.
 * 3. Store the payment row.
 * 4. Create it at the provider, with the payment’s id as key.
 * 5. Store the address.
 *
 * Only the server decides the price. The client sends the price it showed; a higher one is refused
 * (PACK_PRICE_CHANGED), since the discount may have ended meanwhile. Nothing is charged before the member
 * pays there.
 */
export async function startPayment(
  context: PaymentsContext,
  member: string,
  input: Input,
): Promise<Result<OutputOf<typeof contract>>> {
  const claim = await claimKey(context.mongo, {
    _id: `${member}:${input.key}`,
    payment: context.ids.documentId(),
    package: input.package,
    method: input.method,
  });
  if (claim.package !== input.package || claim.method !== input.method) return refuse('KEY_REUSED');
  try {
    const existing = await findPayment(context.mongo, claim.payment);
    const priced = existing ? ok(existing) : await price(context, member, input, claim.payment);
    if (!priced.ok) return priced;
    const { value: payment } = priced;
    // It has ended: the member wants a new payment.
    if (payment.state !== 'pending') return refuse('KEY_REUSED');
    const opened = payment.redirect === null ? await open(context, payment) : payment;
    if (opened?.redirect) return ok({ payment: opened._id, redirect: opened.redirect });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.logger.warn(
      { payment: claim.payment, reason: error.message },
      'payment not opened: provider unavailable',
    );
  }
  return refuse('PAYMENT_UNAVAILABLE');
}

/**
 * Fixes the pack and its price; refused while another payment holds the discount, or above the shown price.
 */
async function price(
  context: PaymentsContext,
  member: string,
  input: Input,
  payment: string,
): Promise<Result<PaymentDoc>> {
  const buyer = await buyerOf(context, member);
  const bonus = buyer.bonusActive
    ? await takeBonus(context, { member, payment, endsAt: bonusEndsAt(buyer.signedUpAt) })
    : 'over';
  if (bonus === 'busy') return refuse('PAYMENT_UNAVAILABLE');
  const pack = offeredPackages(buyer.country, bonus === 'taken').find(({ id }) => id === input.package);
  if (!pack) return refuse('PAYMENT_UNAVAILABLE');
  if (input.seen && isDearer(pack, input.seen)) return refuse('PACK_PRICE_CHANGED');
  const now = context.clock.now();
  const stored = await keepPayment(context.mongo, {
    _id: payment,
    member,
    key: input.key,
    package: pack.id,
    credits: pack.credits,
    priceCents: pack.priceCents,
    currency: pack.currency,
    method: input.method,
    providerId: null,
    redirect: null,
    state: 'pending',
    createdAt: now,
    checkedAt: now,
    grantedAt: null,
  });
  return ok(stored);
}

/** True if a pack costs more than the member saw, or is in another currency. */
function isDearer(pack: Price, seen: Price): boolean {
  return pack.currency !== seen.currency || pack.priceCents > seen.priceCents;
}

/**
 * Opens it at the provider; undefined if it was closed meanwhile in favour of a newer one.
 * @throws {ProviderUnavailable} after it closed the payment and released its discount. A concurrent attempt
 *   with this key then finds it closed, and closes it at the provider.
 */
async function open(context: PaymentsContext, payment: PaymentDoc): Promise<PaymentDoc | undefined> {
  const creating = context.payments.create({
    key: payment._id,
    reference: payment._id,
    amountCents: payment.priceCents,
    currency: payment.currency,
    method: payment.method,
    description: `${payment.credits} credits`,
    returnUrl: `${context.config.publicOrigin}/transactions/${payment._id}`,
    webhookUrl: `${context.config.webhookOrigin}/api/payment-webhook.php`,
  });
  const { providerId, redirect } = await creating.catch(async (error: unknown) => {
    await noteNotOpening(context.mongo, payment.member, payment._id);
    throw error;
  });
  const opened = await changePayment(
    context.mongo,
    { _id: payment._id, state: 'pending' },
    { providerId, redirect },
  );
  if (!opened) await context.payments.cancel(providerId);
  return opened;
}
