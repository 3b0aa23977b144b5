import type { Locale } from '@heartline/contracts';

/** One per language and kind: making them costs more than drawing a screen. */
const made = new Map<string, Intl.DisplayNames>();

/** Names of countries (`region`) or languages, in a language. */
export function displayNames(locale: Locale, type: 'region' | 'language'): Intl.DisplayNames {
  const key = `${locale} ${type}`;
  const names = made.get(key) ?? new Intl.DisplayNames(locale, { type });
  made.set(key, names);
  return names;
}
