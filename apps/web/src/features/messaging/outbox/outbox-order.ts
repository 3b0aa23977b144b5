import type { OutboxEntry } from './outbox-store.ts';
import { isPassed } from './refused-entry.ts';

/** First message of each conversation that may be sent. A held message blocks the ones after it. */
export function nextOfEach(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const first = new Map<string, OutboxEntry>();
  for (const entry of entries) {
    if (!isPassed(entry) && !first.has(entry.conversation)) first.set(entry.conversation, entry);
  }
  return [...first.values()].filter((entry) => entry.state === 'waiting');
}

/** True if the member may still edit or delete it: it was never sent, or the server refused it. */
export function isDecidable({ state, isTried }: OutboxEntry): boolean {
  return state !== 'waiting' || !isTried;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Time in ms before the next try of a conversation, after so many failures in a row. Random, so that tabs spread. */
export function waitAfter(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.75 + Math.random() / 2);
}
