import type { Version } from '@heartline/contracts';
import type { DurableEvent } from './apply/stale.ts';
import type { Sync } from './sync.ts';

/** The stream of the signed-in member on this page. Undefined for a visitor, and before the first answers. */
let current: Pick<Sync, 'eventsAfter'> | undefined;

/** Sets or removes the stream. */
export function setStream(next: Pick<Sync, 'eventsAfter'> | undefined): void {
  current = next;
}

/**
 * Events applied on this page that an answer of `version` lacks, for callers that merge an answer into held data.
 * Undefined when they are no longer held: the answer is too old to use.
 */
export function eventsSince(version: Version | null): readonly DurableEvent[] | undefined {
  return version && current ? current.eventsAfter(version) : [];
}
