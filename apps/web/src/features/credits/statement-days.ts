import type { StatementEntry } from '@heartline/contracts';

export interface Day {
  /** The day in the member's own calendar. */
  day: string;
  /** Unique key of the group: the clocks of two gateways differ, so around midnight a day may appear twice. */
  key: string;
  entries: StatementEntry[];
}

/** The entries grouped by day, in the given order. */
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
