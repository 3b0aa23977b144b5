const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar day of a time in a time zone, `YYYY-MM-DD`. Put together of its parts: how a language does that differs
 * between browsers (in Canadian English, with slashes in those that have ICU 72).
 */
export function dayIn(timeZone: string, at: number): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  const parts = format.formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
