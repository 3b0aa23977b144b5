import { localStore } from './storage.ts';

const NAME = 'clock-offset';
/** A smaller offset is not stored: it is not visible. */
const FAR_OFF_MS = 60_000;
/** More than two clocks drift apart between two reads. */
const JUMP_MS = 1_000;

/**
 * The server's time, as far as this page knows it. Countdowns and ages use it, so a wrong clock on the device changes
 * nothing (decisions: the welcome countdown is server time). The offset is stored, so that messages written on a page
 * that opens offline get the right place.
 */
let offsetMs = Number(localStore.get(NAME) ?? 0);
let bestRoundTripMs = Number.POSITIVE_INFINITY;

/** The lead of the device's clock over the monotonic clock, which may stop while the device sleeps. */
const aheadMs = () => Date.now() - performance.now();
let seenAheadMs = aheadMs();
const listeners = new Set<() => void>();

/** Server time now, in milliseconds since 1970. */
export function serverNow(): number {
  const ahead = aheadMs();
  // Deferred: the caller may be rendering.
  if (Math.abs(ahead - seenAheadMs) > JUMP_MS) for (const listener of listeners) queueMicrotask(listener);
  seenAheadMs = ahead;
  return Date.now() + offsetMs;
}

/**
 * Runs at the first read of the time after the device's clock was set, or after a sleep, which looks the same. The
 * server time may then be wrong by as much. Returns the unsubscribe function.
 */
export function onClockJump(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Learns the offset from `serverAt` of an answer, taken as the middle of the round trip. A quicker round trip replaces
 * a slower one; after a jump of the device's clock any answer does.
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
