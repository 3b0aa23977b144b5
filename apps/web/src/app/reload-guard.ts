import { CONSTANTS } from '@heartline/contracts';
import { isServerThere } from '../client/server-there.ts';
import { sessionStore } from '../client/storage.ts';

const RELOADED_AT = 'reloaded-at';
/** When another page was last asked for here; this one may stay all the same, as for a file to save. */
let leftAt = 0;

/** Whether a page that failed to load a part may reload itself: at most once in 60 s (S9-023). 0: it never did. */
export function mayReload(now: number, lastReload: number): boolean {
  return now - lastReload >= CONSTANTS.reloadGuardMs;
}

/**
 * After a new release the parts an open page still names are gone. Reloading fetches the new page, once: when that
 * fails too, the error page is shown instead of a loop.
 */
export function guardReloads(): void {
  addEventListener('beforeunload', () => {
    leftAt = Date.now();
  });
  addEventListener('vite:preloadError', () => void reload());
}

async function reload(): Promise<void> {
  // Without a server no page would come back.
  if (!(await isServerThere())) return;
  const now = Date.now();
  // Firefox gives up what a page still fetches once the next one is asked for: a reload would take the place of that one.
  if (!mayReload(now, Math.max(leftAt, Number(sessionStore.get(RELOADED_AT))))) return;
  // Where it can't be noted the reloads would never end.
  if (sessionStore.set(RELOADED_AT, String(now))) location.reload();
}
