import type { Locale } from '@heartline/contracts';

/** Names of a country's regions, by the region's code, in the languages that have their own. */
export type RegionNames = Record<string, Partial<Record<Locale, string>>>;
