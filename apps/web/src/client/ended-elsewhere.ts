import { useEffect, useSyncExternalStore } from 'react';

/** Whether the session of this page was ended from elsewhere, and nobody was told yet. */
let isUntold = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes that the session was ended from elsewhere, or that it was told. */
export function noteEndedElsewhere(is: boolean): void {
  isUntold = is;
  for (const listener of listeners) listener();
}

/** Whether the member who has to log in again was logged out from elsewhere; forgotten with the page that told it. */
export function useEndedElsewhere(): boolean {
  useEffect(() => () => noteEndedElsewhere(false), []);
  return useSyncExternalStore(subscribe, () => isUntold);
}
