import { useSyncExternalStore } from 'react';
import { localStore } from './storage.ts';

/** Notices that stay hidden once dismissed. Each flag holds the time of its dismissal (S3, S4). */
export type Flag =
  | 'hide-enrich-alert'
  | 'hide-push-notification-alert'
  | 'hide-disabled-notifications-alert'
  | 'hide-time-bonus-modal'
  | 'hide-entry-warning'
  | 'hide-icebreakers';

/** When a notice was dismissed in this browser, or null. */
function dismissedAt(flag: Flag): number | null {
  const stored = Number(localStore.get(flag) ?? Number.NaN);
  return Number.isFinite(stored) ? stored : null;
}

const listeners = new Set<() => void>();

function onDismissal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** When a notice was dismissed, and the function that dismisses it. */
export function useFlag(flag: Flag): [dismissedAt: number | null, dismiss: () => void] {
  const at = useSyncExternalStore(
    onDismissal,
    () => dismissedAt(flag),
    () => null,
  );
  const dismiss = () => {
    localStore.set(flag, String(Date.now()));
    for (const listener of listeners) listener();
  };
  return [at, dismiss];
}
