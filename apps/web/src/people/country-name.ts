import { useLocale } from '../client/language.ts';
import { displayNames } from './display-names.ts';

/** Names of countries in the language of the page. */
export function useCountryName(): (country: string) => string {
  const locale = useLocale();
  return (country) => displayNames(locale, 'region').of(country) ?? country;
}
