/** Terms are never shown as older than this: 2023-12-01 12:00 UTC (S9-056). */
const TERMS_SINCE = Date.UTC(2023, 11, 1, 12);

/** The date of the terms’ version: that of the company’s `added`, if it is later than the default (S9-057). */
export function termsVersionAt(companyAdded: number | null): number {
  return Math.max(TERMS_SINCE, companyAdded ?? 0);
}

/** A phone number as it is dialled: written with dashes and spaces, used without (S9-058, S9-059). */
export function dialablePhone(written: string): string {
  return written.replace(/[\s\p{Pd}]+/gu, '');
}
