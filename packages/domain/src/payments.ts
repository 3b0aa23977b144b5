import { CONSTANTS, type CreditPackage, type PaymentState, packageId } from '@heartline/contracts';
import { currencyOf, fullPriceCents, PACKAGE_CREDITS, POPULAR_PACKAGE } from './payments-catalogue.ts';

export { currencyOf, fullPriceCents } from './payments-catalogue.ts';

/** Server time at which the welcome discount of someone who signed up then ends (S9-009). */
export function bonusEndsAt(signedUpAt: number): number {
  return signedUpAt + CONSTANTS.timeBonusMs;
}

/** Whether the welcome discount runs: only for who never paid, and for less than 14,400 s (S4-036, S4-037). */
export function isBonusActive(member: { signedUpAt: number; premium: boolean }, now: number): boolean {
  return !member.premium && now < bonusEndsAt(member.signedUpAt);
}

/** A price less the welcome discount, rounded in the member’s favour (S9-008). */
export function bonusPriceCents(cents: number): number {
  return Math.floor((cents * (100 - CONSTANTS.timeBonusPercent)) / 100);
}

/** The four packs as a member of `country` is offered them now. */
export function offeredPackages(country: string, withBonus: boolean): CreditPackage[] {
  const currency = currencyOf(country);
  return packageId.options.map((id) => {
    const full = fullPriceCents(id, currency);
    return {
      id,
      credits: PACKAGE_CREDITS[id],
      priceCents: withBonus ? bonusPriceCents(full) : full,
      fullPriceCents: full,
      currency,
      popular: id === POPULAR_PACKAGE,
    };
  });
}

/** The money value of the cheapest message in each country, for “from € 0.xx per message” (product decisions). */
export function cheapestMessages(
  countries: readonly string[],
  messageCredits: number,
): Record<string, { costs: number; currency: string }> {
  return Object.fromEntries(
    countries.map((country) => {
      const perCredit = offeredPackages(country, false).map((pack) => pack.priceCents / pack.credits);
      const costs = Math.ceil(Math.min(...perCredit) * messageCredits) / 100;
      return [country, { costs, currency: currencyOf(country) }];
    }),
  );
}

/** What was agreed when a payment was opened. */
export interface Order {
  reference: string;
  priceCents: number;
  currency: string;
}

/** The provider’s own word on a payment. */
export interface ProviderStatus {
  state: 'pending' | 'paid' | 'failed' | 'cancelled';
  reference: string;
  amountCents: number;
  currency: string;
}

/**
 * The state a payment moves to on the provider’s word, never backwards:
 *
 *   pending → failed or cancelled → completed (paid came late: still grants)
 *   pending → completed
 *   paid, but another amount, currency or order → review: held for a person, no grant; the provider’s word moves it no more
 */
export function nextPaymentState(state: PaymentState, order: Order, word: ProviderStatus): PaymentState {
  if (state === 'completed' || state === 'review') return state;
  if (word.state === 'paid') return matches(order, word) ? 'completed' : 'review';
  return state === 'pending' ? word.state : state;
}

function matches(order: Order, word: ProviderStatus): boolean {
  return (
    word.reference === order.reference &&
    word.amountCents === order.priceCents &&
    word.currency === order.currency
  );
}
