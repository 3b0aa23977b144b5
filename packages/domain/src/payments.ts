import { CONSTANTS, type CreditPackage, packageId } from '@heartline/contracts';
import { currencyOf, type PriceList, type PriceLists } from './payments.prices.ts';
import { POPULAR_PACKAGE } from './payments-catalogue.ts';

/** Server time when the welcome discount of a member ends (S9-009). */
export function bonusEndsAt(signedUpAt: number): number {
  return signedUpAt + CONSTANTS.timeBonusMs;
}

/** True while the welcome discount runs: for members who never paid, for less than 14,400 s (S4-036, S4-037). */
export function isBonusActive(member: { signedUpAt: number; premium: boolean }, now: number): boolean {
  return !member.premium && now < bonusEndsAt(member.signedUpAt);
}

/** The four packs of a site in one currency, at their normal price. */
export function offeredPackages({ currency, packs }: PriceList): CreditPackage[] {
  return packageId.options.map((id) => {
    const { cents, credits, priorCents } = packs[id];
    return {
      id,
      credits,
      priceCents: cents,
      fullPriceCents: cents,
      priorPriceCents: priorCents,
      currency,
      popular: id === POPULAR_PACKAGE,
    };
  });
}

/** A higher price that is shown struck, and the reduction it belongs to: the member’s own, or one for everyone. */
export interface StruckPrice {
  cents: number;
  of: 'member' | 'everyone';
}

/**
 * The price to strike beside the price of a pack; null if it is not reduced. A member’s own discount is struck from the
 * normal price. A reduction for everyone is struck from the lowest price of the 30 days before it (CJEU C-330/23).
 */
export function struckPrice(pack: Reduced): StruckPrice | null {
  const { priceCents, fullPriceCents, priorPriceCents } = pack;
  if (priceCents < fullPriceCents) return { cents: fullPriceCents, of: 'member' };
  // A gateway of the release before sends none.
  return priorPriceCents == null ? null : { cents: priorPriceCents, of: 'everyone' };
}

type Reduced = Pick<CreditPackage, 'priceCents' | 'fullPriceCents'> &
  Partial<Pick<CreditPackage, 'priorPriceCents'>>;

/**
 * Saving per message against the smallest pack, in whole percent. Rounded down, so that a page never promises more than
 * a member saves; 0 if this pack is not cheaper.
 */
export function savingPercent(pack: PackValue, smallest: PackValue): number {
  const ratio = (pack.priceCents * smallest.credits) / (pack.credits * smallest.priceCents);
  return Math.max(0, Math.floor(100 * (1 - ratio)));
}

type PackValue = Pick<CreditPackage, 'priceCents' | 'credits'>;

/** The money value of the cheapest message in each country, for “from € 0.xx per message” (product decisions). */
export function cheapestMessages(
  countries: readonly string[],
  lists: PriceLists,
  messageCredits: number,
): Record<string, { costs: number; currency: string }> {
  return Object.fromEntries(
    countries.map((country) => {
      const packs = Object.values(lists[currencyOf(country)].packs);
      const perCredit = packs.map(({ cents, credits }) => cents / credits);
      const costs = Math.ceil(Math.min(...perCredit) * messageCredits) / 100;
      return [country, { costs, currency: currencyOf(country) }];
    }),
  );
}
