import type { Locale } from '@heartline/contracts';
import data from 'country-region-data/data.json' with { type: 'json' };
import { EXONYMS } from './exonyms.ts';
import { PROVINCES } from './provinces.ts';

/** One region: its code within the country (such as `NH`) and its name in the requested language. */
export interface Region {
  country: string;
  code: string;
  name: string;
}

/** Entries of the data set that are not places of residence, or that duplicate another entry. */
const LEFT_OUT: Partial<Record<string, readonly string[]>> = {
  US: ['AA', 'AE', 'AP'],
  FR: ['CP', 'TF'],
  ES: ['AN', 'AR', 'CN'],
};

/** The common name: "Edinburgh, City of" becomes Edinburgh; of two official names, the first. */
const plain = (name: string) => name.replace(/, (?:City|County) of$|, County$/, '').split('/')[0] ?? name;

type CountryData = (typeof data)[number];

/** Local names of regions by code. */
function ownNames({ countryShortCode, regions }: CountryData): Map<string, string> {
  const provinces = PROVINCES[countryShortCode];
  if (provinces) return new Map(Object.entries(provinces));
  return new Map(
    regions.flatMap(({ shortCode, name }) =>
      shortCode && /^[A-Z0-9]{1,6}$/.test(shortCode) && !LEFT_OUT[countryShortCode]?.includes(shortCode)
        ? [[shortCode, plain(name)] as const]
        : [],
    ),
  );
}

/** Region names by country and code. */
const NAMES = new Map(data.map((country) => [country.countryShortCode, ownNames(country)]));

/** True if a country has a region with this code. */
export function isRegion(country: string, code: string): boolean {
  return NAMES.get(country)?.has(code) ?? false;
}

/** The name of a region in one language, or undefined if the region does not exist. */
export function regionName(country: string, code: string, locale: Locale): string | undefined {
  const own = NAMES.get(country)?.get(code);
  return own && (EXONYMS[country]?.[code]?.[locale] ?? own);
}

/** Regions of one country in one language, in its alphabetical order. */
export function regionsOf(country: string, locale: Locale): Region[] {
  const { compare } = new Intl.Collator(locale);
  return [...(NAMES.get(country)?.keys() ?? [])]
    .map((code) => ({ country, code, name: regionName(country, code, locale) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
}
