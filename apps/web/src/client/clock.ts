import { localStore } from './storage.ts';

const NAME = 'clock-offset';
/** Less than this shows nowhere. */
const FAR_OFF_MS = 60_000;
/** More than two clocks part from each other between two looks at them. */
const JUMP_MS = 1_000;

/**
 * The server's time, as far as this page knows it. Countdowns and ages of things are shown by it, so a wrong clock on
 * the device changes nothing (decisions: the welcome countdown is server time). How far off a wrong clock is stays
 * known: what is written on a page that opens offline stands where it belongs.
 */
let offsetMs = Number(localStore.get(NAME) ?? 0);
let bestRoundTripMs = Number.POSITIVE_INFINITY;

/** How far the clock of the device is ahead of one that nobody sets, and that may stand still while the device sleeps. */
const aheadMs = () => Date.now() - performance.now();
let seenAheadMs = aheadMs();
const listeners = new Set<() => void>();

/** Server time now, in milliseconds since 1970. */
export function serverNow(): number {
  const ahead = aheadMs();
  // In a moment: who wants to know the time may be drawing.
  if (Math.abs(ahead - seenAheadMs) > JUMP_MS) for (const listener of listeners) queueMicrotask(listener);
  seenAheadMs = ahead;
  return Date.now() + offsetMs;
}

/**
 * Runs when the clock of the device was set, or stood apart over a sleep, which looks the same: what is taken for server time
 * may be off by as much. It is noticed as soon as that is wanted. Returns how to stop.
 */
export function onClockJump(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Learns from `serverAt` of an answer. The answer was made somewhere inside the round trip, so its middle is taken,
 * and a quicker round trip is trusted over a slower one; after a jump of the device's clock any answer is.
 */
export function learnServerTime(answer: unknown, startedAt: number, endedAt: number): void {
  const serverAt = (answer as { serverAt?: unknown } | null)?.serverAt;
  if (typeof serverAt !== 'number') return;
  const roundTripMs = Math.max(0, endedAt - startedAt);
  const offset = Math.round(serverAt - (startedAt + endedAt) / 2);
  const hasJumped = Math.abs(offset - offsetMs) > Math.max(roundTripMs, bestRoundTripMs);
  if (roundTripMs > bestRoundTripMs && !hasJumped) return;
  bestRoundTripMs = roundTripMs;
  offsetMs = offset;
  if (Math.abs(offset) < FAR_OFF_MS) localStore.remove(NAME);
  else localStore.set(NAME, String(offset));
}
