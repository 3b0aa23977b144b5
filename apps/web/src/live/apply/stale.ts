import type { Version } from '@heartline/contracts';
import type { LiveEvents } from '../bus.ts';

/** One event as it came: its name and what it carries. */
export type LiveEvent = { [N in keyof LiveEvents]: { name: N; payload: LiveEvents[N] } }[keyof LiveEvents];

/** What says how far the member’s stream is, and is no event of it. */
type StreamMark = 'sync:ticked' | 'sync:counted';

/** The events that carry the member’s version, or will have one: none of them may be missed. */
export type DurableEvent = Exclude<
  Extract<LiveEvent, { payload: { version: Version | null } }>,
  { name: StreamMark }
>;

/** One that is counted. */
export type NumberedEvent = DurableEvent & { payload: { version: Version } };

/** Whether none of these may be missed. */
export function isDurable(event: LiveEvent): event is DurableEvent {
  return 'version' in event.payload && event.name !== 'sync:ticked' && event.name !== 'sync:counted';
}

/**
 * Said by a reducer when an event alone can't tell what a snapshot would say (a person not known yet, a row that was
 * skipped). The slice is fetched again; nothing is guessed.
 */
export const STALE = Symbol('stale');

export type Applied<T> = T | typeof STALE;

/** Whether `version` stands after `base` in the same stream. */
export function isAfter(version: Version, base: Version): boolean {
  return version.epoch === base.epoch && version.n > base.n;
}
