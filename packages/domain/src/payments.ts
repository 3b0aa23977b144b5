import { CONSTANTS, type CreditPackage, packageId } from '@heartline/contracts';
import { currencyOf, fullPriceCents, PACKAGE_CREDITS, POPULAR_PACKAGE } from './payments-catalogue.ts';

export { currencyOf, fullPriceCents } from './payments-catalogue.ts';

/** Server time when the welcome discount of a member ends (S9-009). */
export function bonusEndsAt(signedUpAt: number): number {
  return signedUpAt + CONSTANTS.timeBonusMs;
}

/** True while the welcome discount runs: for members who never paid, for less than 14,400 s (S4-036, S4-037). */
export function isBonusActive(member: { signedUpAt: number; premium: boolean }, now: number): boolean {
  return !member.premium && now < bonusEndsAt(member.signedUpAt);
}

/** A price less the welcome discount, rounded in the member’s favour (S9-008). */
export function bonusPriceCents(cents: number): number {
  return Math.floor((cents * (100 - CONSTANTS.timeBonusPercent)) / 100);
}

/** The four packs as they are offered to a member of `country` now. */
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
