import type { OutboxEntry } from './outbox-store.ts';
import { isPassed } from './refused-entry.ts';

/** The oldest message of each conversation that may go: one that is held keeps back what was written after it. */
export function nextOfEach(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const first = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    if (!isPassed(entry) && !first.has(entry.conversation)) first.set(entry.conversation, entry);
  }
  return [...first.values()].filter((entry) => entry.state === 'waiting');
}

/** Whether the member may still edit or delete it: it never left, or the server said no. */
export function isDecidable({ state, isTried }: OutboxEntry): boolean {
  return state !== 'waiting' || !isTried;
}
