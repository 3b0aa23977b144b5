import type { PackageId } from '@heartline/contracts';

/** The credits of the four packs by default (product decisions); p1 carries the ribbon. */
const CREDITS: Readonly<Record<PackageId, number>> = { p0: 25, p1: 60, p2: 150, p3: 400 };
export const POPULAR_PACKAGE: PackageId = 'p1';

/**
 * Prices by default, in cents of each currency, taxes included. A site has them until its operator sets others, and
 * the history of a price begins with them. So never change one here: set the price of the site.
 */
const PRICES = {
  EUR: { p0: 999, p1: 1_999, p2: 4_499, p3: 9_999 },
  USD: { p0: 1_099, p1: 2_199, p2: 4_999, p3: 10_999 },
  GBP: { p0: 899, p1: 1_799, p2: 3_999, p3: 8_999 },
  AUD: { p0: 1_699, p1: 3_399, p2: 7_499, p3: 16_999 },
  NZD: { p0: 1_899, p1: 3_699, p2: 8_299, p3: 18_499 },
  CAD: { p0: 1_499, p1: 2_999, p2: 6_699, p3: 14_999 },
  PLN: { p0: 4_299, p1: 8_499, p2: 18_999, p3: 42_499 },
  CHF: { p0: 999, p1: 1_999, p2: 4_399, p3: 9_799 },
} as const satisfies Record<string, Readonly<Record<PackageId, number>>>;

export type Currency = keyof typeof PRICES;

/** The currencies that a site can sell in. */
export const CURRENCIES = Object.keys(PRICES) as readonly Currency[];

/** Countries that pay in another currency than the euro. */
const OF_COUNTRIES: Readonly<Record<string, Currency>> = {
  US: 'USD',
  GB: 'GBP',
  AU: 'AUD',
  NZ: 'NZD',
  CA: 'CAD',
  PL: 'PLN',
  CH: 'CHF',
};

/** The currency of a country. */
export function currencyOf(country: string): Currency {
  return OF_COUNTRIES[country] ?? 'EUR';
}

/** Price of a pack in cents, and the credits it holds. */
export interface PackPrice {
  cents: number;
  credits: number;
}

/** The price of a pack until an operator sets another. */
export function defaultPrice(pack: PackageId, currency: Currency): PackPrice {
  return { cents: PRICES[currency][pack], credits: CREDITS[pack] };
}
