/** A number of credits as the language of the page writes it: "1,234", "1.234". */
export function formatCount(locale: string, count: number): string {
  return new Intl.NumberFormat(locale).format(count);
}

/** Money in the language of the page and its own currency: "€14.99". */
export function formatMoney(locale: string, cents: number, currency: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100);
}
