import { useFormatLocale } from '../../../client/language.ts';

const DAY_MS = 86_400_000;

/** Days after the debit on which most banks have paid. */
const DAYS_UNTIL_PAID = 7;

/** The day by which the money of a debit has usually arrived, `YYYY-MM-DD`. */
export const paidBy = (debitOn: string): string =>
  new Date(Date.parse(debitOn) + DAYS_UNTIL_PAID * DAY_MS).toISOString().slice(0, 10);

/** Writes calendar days in the language of the page: "2 December". */
export function useDayText(): (day: string) => string {
  const locale = useFormatLocale();
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (day) => format.format(Date.parse(day));
}
