import type { StatementEntry } from '@heartline/contracts';

export interface Day {
  /** The day in the member's own calendar. */
  day: string;
  entries: StatementEntry[];
}

/** The entries under the days they happened on, in the order given. */
export function byDay(entries: readonly StatementEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = new Date(entry.at).toDateString();
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
