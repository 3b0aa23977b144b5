import { useEffect, useSyncExternalStore } from 'react';
import type { Ending } from './signed-in.ts';
import type { Unsent } from './unsent.ts';

/** What is to be told of a session that was ended from elsewhere: what was not sent, once it is counted. */
export interface EndedElsewhere {
  /** Kept for the next log-in, or erased with everything else. */
  unsent?: Unsent & { isStored: boolean };
}

/** Of the session of this page, while nobody was told; undefined where it was not ended from elsewhere. */
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

/** Notes that the session was ended from elsewhere, or that it was told. */
export function noteEndedElsewhere(is: boolean): void {
  change(is ? {} : undefined);
}

/** Notes what the member had not sent. */
export function noteUnsent(unsent: Unsent, ending: Ending): void {
  if (untold) change({ unsent: { ...unsent, isStored: ending === 'ending' } });
}

/** Whether the member who has to log in again was logged out from elsewhere; forgotten with the page that told it. */
export function useEndedElsewhere(): EndedElsewhere | undefined {
  useEffect(() => () => noteEndedElsewhere(false), []);
  return useSyncExternalStore(subscribe, () => untold);
}
