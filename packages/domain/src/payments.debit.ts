import { dayIn } from './days.ts';

const DAY_MS = 86_400_000;

/**
 * The day of a debit, `YYYY-MM-DD`: at least `noticeDays` days after the day of the order in the zone of the site. Banks of
 * the euro area settle on it.
 */
export function debitDay({
  now,
  zone,
  noticeDays,
}: {
  now: number;
  zone: string;
  noticeDays: number;
}): string {
  let day = Date.parse(`${dayIn(zone, now)}T00:00:00Z`) + noticeDays * DAY_MS;
  while (!isBankDay(day)) day += DAY_MS;
  return written(day);
}

const written = (day: number) => new Date(day).toISOString().slice(0, 10);

/** True if T2, the settlement system of the euro area, is open on a day given by its midnight in UTC. */
function isBankDay(day: number): boolean {
  const date = new Date(day);
  if (date.getUTCDay() === 0 || date.getUTCDay() === 6) return false;
  const easter = easterOf(date.getUTCFullYear());
  const closed = [easter - 2 * DAY_MS, easter + DAY_MS].map(written);
  return !closed.includes(written(day)) && !CLOSED_YEARLY.has(written(day).slice(5));
}

const CLOSED_YEARLY: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);

/** Easter Sunday of a year, by the anonymous Gregorian algorithm. */
function easterOf(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - ((year % 100) % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * correction + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}
