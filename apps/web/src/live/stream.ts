import type { Version } from '@heartline/contracts';
import type { DurableEvent } from './apply/stale.ts';
import type { Sync } from './sync.ts';

/** The stream of the signed-in member on this page; none for a visitor and before the first answers. */
let current: Pick<Sync, 'eventsAfter'> | undefined;

/** Puts the stream in place, or takes it away. */
export function setStream(next: Pick<Sync, 'eventsAfter'> | undefined): void {
  current = next;
}

/**
 * Events applied on this page that an answer of `version` does not know of, for answers that are joined to what is held
 * by whoever asked. Undefined: they are not held any more, so the answer is too old to be used.
 */
export function eventsSince(version: Version | null): readonly DurableEvent[] | undefined {
  return version && current ? current.eventsAfter(version) : [];
}
