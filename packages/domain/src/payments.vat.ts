/** A standard rate in percent, and the day from which it is in force. */
type Rate = readonly [from: string, percent: number];

/**
 * Standard VAT rates as in force in November 2026, the newest of a country last. A change that is announced becomes
 * another row with its first day, so that nobody has to work at midnight.
 */
const RATES: Readonly<Record<string, readonly Rate[]>> = {
  AT: [['1984-01-01', 20]],
  BE: [['1996-01-01', 21]],
  BG: [['1999-01-01', 20]],
  CY: [['2014-01-13', 19]],
  CZ: [['2013-01-01', 21]],
  DE: [['2021-01-01', 19]],
  DK: [['1992-01-01', 25]],
  EE: [['2025-07-01', 24]],
  ES: [['2012-09-01', 21]],
  FI: [['2024-09-01', 25.5]],
  FR: [['2014-01-01', 20]],
  GR: [['2016-06-01', 24]],
  HR: [['2012-03-01', 25]],
  HU: [['2012-01-01', 27]],
  IE: [['2021-03-01', 23]],
  IT: [['2013-10-01', 22]],
  LT: [['2009-09-01', 21]],
  LU: [['2024-01-01', 17]],
  LV: [['2012-07-01', 21]],
  MT: [['2004-01-01', 18]],
  NL: [['2012-10-01', 21]],
  PL: [['2011-01-01', 23]],
  PT: [['2011-01-01', 23]],
  RO: [['2025-08-01', 21]],
  SE: [['1990-07-01', 25]],
  SI: [['2013-07-01', 22]],
  SK: [['2025-01-01', 23]],
  // Outside the EU, and due there from the first sale to a consumer.
  CH: [['2024-01-01', 8.1]],
  GB: [['2011-01-04', 20]],
};

/**
 * The VAT included in a price paid in a country, in percent. `overrides` is the private setting `vat_rates`. It is 0
 * without a default: Australia, New Zealand and Canada tax only registered sellers, and in the US states decide.
 */
export function vatPercentOf(
  country: string,
  at: number,
  overrides: Readonly<Record<string, number>> = {},
): number {
  const rates = RATES[country] ?? [];
  const inForce = rates.findLast(([from]) => Date.parse(from) <= at) ?? rates[0];
  return overrides[country] ?? inForce?.[1] ?? 0;
}

/** The two parts of a gross amount; they always add up to it. */
export interface VatSplit {
  netCents: number;
  vatCents: number;
}

/**
 * Splits a gross amount in cents by a rate in percent with at most two decimals. The VAT is rounded to the nearest
 * cent, and the net is the rest, so that no cent is lost. A negative amount, as on a credit note, splits alike.
 */
export function vatOf(grossCents: number, percent: number): VatSplit {
  // Hundredths of a percent: 8.1 is no exact binary number.
  const rate = Math.round(percent * 100);
  const amount = Math.abs(grossCents);
  const vatCents = Math.sign(grossCents) * Math.round((amount * rate) / (10_000 + rate)) || 0;
  return { netCents: grossCents - vatCents, vatCents };
}
