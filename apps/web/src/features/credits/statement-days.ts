import type { StatementEntry } from '@heartline/contracts';

export interface Day {
  /** The day in the member's own calendar. */
  day: string;
  /** Which of the days it is: the clocks of two gateways differ, so around midnight one may stand twice. */
  key: string;
  entries: StatementEntry[];
}

/** The entries under the days they happened on, in the order given. */
export function byDay(entries: readonly StatementEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = new Date(entry.at).toDateString();
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, key: `${day} ${days.filter((one) => one.day === day).length}`, entries: [entry] });
  }
  return days;
}
