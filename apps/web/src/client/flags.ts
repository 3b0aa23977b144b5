import { useState } from 'react';
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

/** When a notice was dismissed, and the function that dismisses it. */
export function useFlag(flag: Flag): [dismissedAt: number | null, dismiss: () => void] {
  const [at, setAt] = useState(() => dismissedAt(flag));
  const dismiss = () => {
    const now = Date.now();
    localStore.set(flag, String(now));
    setAt(now);
  };
  return [at, dismiss];
}
