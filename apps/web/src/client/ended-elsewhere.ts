import { useEffect, useSyncExternalStore } from 'react';
import type { Ending } from './signed-in.ts';
import type { Unsent } from './unsent.ts';

/** Details for the member about a session that was ended elsewhere: their unsent messages, once they are counted. */
export interface EndedElsewhere {
  /** `isStored`: kept in the browser for the next log-in; otherwise erased. */
  unsent?: Unsent & { isStored: boolean };
}

/** Of this page's session, until the member was informed. Undefined when it was not ended elsewhere. */
let untold: EndedElsewhere | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: EndedElsewhere | undefined): void {
  untold = next;
  for (const listener of listeners) listener();
}

/** Notes that the session was ended elsewhere, or that the member was informed. */
export function noteEndedElsewhere(is: boolean): void {
  change(is ? {} : undefined);
}

/** Notes the member's unsent messages and drafts. */
export function noteUnsent(unsent: Unsent, ending: Ending): void {
  if (untold) change({ unsent: { ...unsent, isStored: ending === 'ending' } });
}

/**
 * The note for a member who was logged out from elsewhere and has to log in again. It goes with the page that showed
 * it.
 */
export function useEndedElsewhere(): EndedElsewhere | undefined {
  useEffect(() => () => noteEndedElsewhere(false), []);
  return useSyncExternalStore(subscribe, () => untold);
}
