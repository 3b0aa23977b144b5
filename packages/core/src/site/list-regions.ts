import type { Locale } from '@heartline/contracts';
import { type Region, regionsOf } from '@heartline/i18n/server';

const lists = new Map<string, Region[]>();

/**
 * The regions of these countries, named and sorted in one language. Names never change, so they are cached.
 */
export function listRegions(countries: readonly string[], locale: Locale): Region[] {
  return countries.flatMap((country) => {
    const key = `${locale} ${country}`;
    const known = lists.get(key) ?? regionsOf(country, locale);
    lists.set(key, known);
    return known;
  });
}
