import type { PackageId } from '@heartline/contracts';

/** The four credit packs (product decisions); p1 carries the ribbon. */
export const PACKAGE_CREDITS: Readonly<Record<PackageId, number>> = { p0: 25, p1: 60, p2: 150, p3: 400 };
export const POPULAR_PACKAGE: PackageId = 'p1';

/** Prices in cents of each currency, taxes included. The only place a price comes from. */
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

/** Countries that pay in another currency than the euro. */
const CURRENCIES: Readonly<Record<string, Currency>> = {
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
  return CURRENCIES[country] ?? 'EUR';
}

/** The full price of a pack, in cents. */
export function fullPriceCents(pack: PackageId, currency: Currency): number {
  return PRICES[currency][pack];
}
