import type { CreditPackage, DiscountCode, PaymentMethod } from '@heartline/contracts';
import { activeDiscount, discountedCents, holdsFor } from '@heartline/domain';

/** The member’s own discount, which the server’s prices hold, and the code they typed. */
export interface ShopDiscounts {
  own: DiscountCode | null;
  typed: DiscountCode | null;
}

/** A pack at the price of its discount. */
export interface PricedPack extends CreditPackage {
  /** The typed code that makes this price; null if it makes none. */
  code: DiscountCode | null;
}

/** An order of a pack as discounts see it. Without `method` no way to pay was chosen yet. */
export const orderOf = (pack: CreditPackage, method?: PaymentMethod) => ({
  package: pack.id,
  fullCents: pack.fullPriceCents,
  currency: pack.currency,
  ...(method && { method }),
});

/**
 * A pack of the server at the price that an order paid this way costs. The server prices the same way, and refuses to
 * take more than was shown.
 */
export function pricedPack(
  pack: CreditPackage,
  { own, typed }: ShopDiscounts,
  method?: PaymentMethod,
): PricedPack {
  const order = orderOf(pack, method);
  const active = activeDiscount({ time: own, welcome: null, typed }, order);
  if (active && active === typed) {
    const priceCents = discountedCents(pack.fullPriceCents, active.value_percentage);
    return { ...pack, priceCents, code: active };
  }
  const isOver = own !== null && !holdsFor(own, order);
  return { ...pack, priceCents: isOver ? pack.fullPriceCents : pack.priceCents, code: null };
}
