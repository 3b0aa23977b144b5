import {
  type CreditPackage,
  type DiscountCode,
  ok,
  type ParsedOf,
  type Result,
  refuse,
  type startPayment,
} from '@heartline/contracts';
import { activeDiscount, bonusEndsAt, discountedCents, holdsFor } from '@heartline/domain';
import { type DiscountBuyer, discountsOf, typedCodeOf } from './discounts.ts';
import type { PaymentDoc } from './payment.repository.ts';
import type { PaymentsContext } from './payments-context.ts';
import { takeDiscount } from './take-discount.ts';

/** The one discount of an order; refused if a typed code does not hold for it. */
export async function discountFor(
  context: PaymentsContext,
  buyer: DiscountBuyer,
  input: Pick<ParsedOf<typeof startPayment>, 'method' | 'code'>,
  pack: CreditPackage,
): Promise<Result<DiscountCode | null>> {
  const order = {
    package: pack.id,
    fullCents: pack.fullPriceCents,
    currency: pack.currency,
    method: input.method,
  };
  const typed = input.code === undefined ? ok(null) : await typedCodeOf(context, input.code, buyer);
  if (!typed.ok) return typed;
  if (typed.value && !holdsFor(typed.value, order)) return refuse('CODE_NOT_FOUND');
  return ok(activeDiscount(await discountsOf(context, buyer, typed.value), order));
}

/** The terms of the price that a payment stores. */
export function priceWith(
  { fullPriceCents: fullCents }: CreditPackage,
  discount: DiscountCode | null,
): Pick<PaymentDoc, 'fullCents' | 'priceCents' | 'code'> {
  if (!discount) return { fullCents, priceCents: fullCents, code: null };
  const { code, value_percentage: percent } = discount;
  return { fullCents, priceCents: discountedCents(fullCents, percent), code: { code, percent } };
}

/** True if the payment got the discount, false if it is over; refused while another checkout is in the way. */
export async function takeFor(
  context: PaymentsContext,
  { member, site, signedUpAt }: DiscountBuyer,
  order: { payment: string; discount: DiscountCode | null; isTyped: boolean },
): Promise<Result<boolean>> {
  const { payment, discount, isTyped } = order;
  if (!discount) return ok(false);
  const taken = await takeDiscount(context, {
    member,
    site,
    payment,
    discount,
    bonusEndsAt: bonusEndsAt(signedUpAt),
  });
  if (taken.kind === 'busy') return refuse('PAYMENT_UNAVAILABLE');
  if (taken.kind === 'open') return refuse('CHECKOUT_OPEN', { values: taken.values });
  if (taken.kind === 'over' && isTyped && discount.kind !== 'time') return refuse('CODE_USED');
  return ok(taken.kind === 'taken');
}
