/** A day and a time as the language of the page writes them, of a moment in Unix ms: "26 Nov 2026, 14:05". */
export function formatMoment(locale: string, at: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
