import { useLocale } from '../client/language.ts';

/** Names of countries in the language of the page. */
export function useCountryName(): (country: string) => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'region' });
  return (country) => names.of(country) ?? country;
}
