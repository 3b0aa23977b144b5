const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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

/** The first millisecond after a calendar day, `YYYY-MM-DD`, in a time zone; also where the clocks change that night. */
export function endOfDay(timeZone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  // No zone is more than 15 hours from UTC.
  let before = midnight - 15 * HOUR_MS;
  let after = midnight + 15 * HOUR_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, middle) <= day) before = middle;
    else after = middle;
  }
  return after;
}
