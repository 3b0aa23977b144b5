import type { Locale } from '@heartline/contracts';

/**
 * Locale for times, dates, numbers and money in this language and region: "en-NL" gives 28/11/2026 and 14:05. If the
 * platform does not know the pair, British English is used, except for the US.
 */
export function regionalLocale(locale: Locale, region: string | undefined): string {
  if (!region) return locale;
  const wanted = `${locale}-${region}`;
  const isKnown = new Intl.DateTimeFormat(wanted).resolvedOptions().locale !== locale;
  return isKnown || locale !== 'en' || region === 'US' ? wanted : 'en-GB';
}

/**
 * The region of a browser, by its preferred languages. Firefox in Dutch sends "nl", "en-US" and "en".
 *
 * 1. the region of the first tag
 * 2. the region of another tag of the same language
 * 3. the main region of the first language ("nl": NL)
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
