import type { Version } from '@heartline/contracts';
import type { LiveEvents } from '../bus.ts';

/** A live event: its name and payload. */
export type LiveEvent = { [N in keyof LiveEvents]: { name: N; payload: LiveEvents[N] } }[keyof LiveEvents];

/** Events that carry only the stream position. */
type StreamMark = 'sync:ticked' | 'sync:counted';

/** Events that carry the member's version, or will get one. None of them may be missed. */
export type DurableEvent = Exclude<
  Extract<LiveEvent, { payload: { version: Version | null } }>,
  { name: StreamMark }
>;

/** An event with a version. */
export type NumberedEvent = DurableEvent & { payload: { version: Version } };

/** True for events that may not be missed. */
export function isDurable(event: LiveEvent): event is DurableEvent {
  return 'version' in event.payload && event.name !== 'sync:ticked' && event.name !== 'sync:counted';
}

/**
 * Returned by a reducer when the event alone can't give the snapshot's value (an unknown member, a skipped row). The
 * slice is refetched, never guessed.
 */
export const STALE = Symbol('stale');

export type Applied<T> = T | typeof STALE;

/** True when `version` is later than `base` in the same stream. */
export function isAfter(version: Version, base: Version): boolean {
  return version.epoch === base.epoch && version.n > base.n;
}
