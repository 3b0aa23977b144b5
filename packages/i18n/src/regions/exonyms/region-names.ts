import type { Locale } from '@heartline/contracts';

/** Names of a country's regions, by region code, in the languages that have their own. */
export type RegionNames = Record<string, Partial<Record<Locale, string>>>;
