import { CONSTANTS } from '@heartline/contracts';
import { isServerThere } from '../client/server-there.ts';
import { sessionStore } from '../client/storage.ts';

const RELOADED_AT = 'reloaded-at';
/** The time of the last navigation away. This page may stay all the same, as after a download. */
let leftAt = 0;
let lastReload: Promise<boolean> = Promise.resolve(false);

/** True when a page with a failed chunk may reload itself: at most once in 60 s (S9-023). 0: it never did. */
export function mayReload(now: number, lastReload: number): boolean {
  return now - lastReload >= CONSTANTS.reloadGuardMs;
}

/**
 * After a release the chunks that an open page names are gone. A reload gets the new page. It runs once: if that fails
 * too, the error page is shown instead of a loop.
 */
export function guardReloads(): void {
  addEventListener('beforeunload', () => {
    leftAt = Date.now();
  });
  addEventListener('vite:preloadError', () => {
    lastReload = reload();
  });
}

/** True when the page reloads for the chunk that failed last. */
export const isReloading = (): Promise<boolean> => lastReload;

async function reload(): Promise<boolean> {
  // Without a server no page would come back.
  if (!(await isServerThere())) return false;
  const now = Date.now();
  // Firefox cancels pending loads at a navigation: a reload would replace the requested page.
  if (!mayReload(now, Math.max(leftAt, Number(sessionStore.get(RELOADED_AT))))) return false;
  // Without the stored time the reloads would never end.
  if (!sessionStore.set(RELOADED_AT, String(now))) return false;
  location.reload();
  return true;
}
