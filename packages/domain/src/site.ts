/** Terms are never shown as older than this: 2023-12-01 12:00 UTC (S9-056). */
const TERMS_SINCE = Date.UTC(2023, 11, 1, 12);

/**
 * The date of the terms’ version: the latest of the default, the company’s `added` (S9-057), and the publication of the
 * operator’s own version.
 */
export function termsVersionAt(companyAdded: number | null, publishedAt: number | null): number {
  return Math.max(TERMS_SINCE, companyAdded ?? 0, publishedAt ?? 0);
}

/** A phone number as it is dialled: written with dashes and spaces, used without (S9-058, S9-059). */
export function dialablePhone(written: string): string {
  return written.replace(/[\s\p{Pd}]+/gu, '');
}

/** Member states of the European Union. */
const EU: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/**
 * True if a site that serves these countries must offer withdrawal on its pages. The right depends on where a consumer
 * lives, not on where they browse. Source: Directive (EU) 2023/2673, in force since 19 June 2026.
 */
export function offersWithdrawal(countries: readonly string[]): boolean {
  return countries.some((country) => EU.has(country));
}
