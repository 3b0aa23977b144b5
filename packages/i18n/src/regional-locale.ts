import type { Locale } from '@heartline/contracts';

/**
 * How times, dates, numbers and money are written for somebody in this region who reads this language: "en-NL" has
 * 28/11/2026 and 14:05. Where a platform does not know the pair, English is written as in Britain, unless it is American.
 */
export function regionalLocale(locale: Locale, region: string | undefined): string {
  if (!region) return locale;
  const wanted = `${locale}-${region}`;
  const isKnown = new Intl.DateTimeFormat(wanted).resolvedOptions().locale !== locale;
  return isKnown || locale !== 'en' || region === 'US' ? wanted : 'en-GB';
}

/**
 * The region of a browser by the languages it names, the first of which is its own: as that says, else as another tag of
 * the same language says, else where that language is at home ("nl": NL). Firefox in Dutch names "nl", "en-US" and "en".
 */
export function regionOf(wished: readonly string[]): string | undefined {
  const [own, ...others] = wished.flatMap((tag) => parsed(tag) ?? []);
  if (!own) return undefined;
  const named = [own, ...others].find(({ language, region }) => language === own.language && region);
  return (named ?? own.maximize()).region;
}

function parsed(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
