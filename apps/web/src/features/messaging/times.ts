import { useLingui } from '@lingui/react/macro';
import { formatLocale } from '../../client/language.ts';

const DAY_MS = 86_400_000;
/** Dates at least this many days old include the year, before they could be mistaken for recent ones. */
const SAME_YEAR_DAYS = 330;

/** Whole calendar days between two times in the member's time zone. */
export function daysBetween(earlier: number, later: number): number {
  const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  return Math.round((midnight(later) - midnight(earlier)) / DAY_MS);
}

/**
 * Formatters for the page's language and the member's region. Creating one costs more than rendering a message, so all
 * messages share them. A formatter keeps its time zone, so a changed zone needs new ones.
 */
let made: { locale: string; offset: number; formats: ReturnType<typeof makeFormats> } | undefined;

function formatsOf(locale: string): ReturnType<typeof makeFormats> {
  const offset = new Date().getTimezoneOffset();
  if (made?.locale !== locale || made.offset !== offset)
    made = { locale, offset, formats: makeFormats(locale) };
  return made.formats;
}

function makeFormats(locale: string) {
  const of = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  return {
    time: of({ timeStyle: 'short' }),
    weekday: of({ weekday: 'short' }),
    weekdayLong: of({ weekday: 'long' }),
    date: of({ day: 'numeric', month: 'short' }),
    dateOfYear: of({ day: 'numeric', month: 'short', year: 'numeric' }),
    dateLong: of({ weekday: 'long', day: 'numeric', month: 'long' }),
    full: of({ day: 'numeric', month: 'long', year: 'numeric' }),
  };
}

/** Formats times for each place, in the page's language. */
export function useTimes() {
  const { t, i18n } = useLingui();
  const formats = formatsOf(formatLocale(i18n));
  return {
    /** "14:05", or "2:05 PM" in some regions. */
    time: (at: number) => formats.time.format(at),
    /**
     * In the list: the time today, "Yesterday", the weekday within a week, then the date, with its year from last year
     * on.
     */
    brief(at: number, now: number): string {
      const days = daysBetween(at, now);
      if (days <= 0) return formats.time.format(at);
      if (days === 1) return t`Yesterday`;
      if (days < 7) return formats.weekday.format(at);
      return (days < SAME_YEAR_DAYS ? formats.date : formats.dateOfYear).format(at);
    },
    /** "3 August 2025", within a sentence. */
    date: (at: number) => formats.full.format(at),
    /** On a day line: "Today", "Yesterday", "Monday", "Monday, 3 August", "3 August 2025". */
    day(at: number, now: number): string {
      const days = daysBetween(at, now);
      if (days <= 0) return t`Today`;
      if (days === 1) return t`Yesterday`;
      if (days < 7) return formats.weekdayLong.format(at);
      return (days < SAME_YEAR_DAYS ? formats.dateLong : formats.full).format(at);
    },
  };
}
