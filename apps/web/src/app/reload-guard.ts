import { CONSTANTS } from '@heartline/contracts';
import { isServerThere } from '../client/server-there.ts';

const RELOADED_AT = 'reloaded-at';
/** How long the next page may take. One that is left for no other, as for a file to save, is guarded again after it. */
const LEAVING_MS = 30_000;
let leftAt = Number.NEGATIVE_INFINITY;

/** Whether a page that failed to load a part may reload itself: at most once in 60 s (S9-023). */
export function mayReload(now: number, lastReload: number | null): boolean {
  return lastReload === null || now - lastReload >= CONSTANTS.reloadGuardMs;
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
  // Firefox gives up what a page still fetches once the next one is asked for: a reload would take the place of that one.
  if (Date.now() - leftAt < LEAVING_MS) return;
  // Without a server no page would come back.
  if (!(await isServerThere())) return;
  const stored = sessionStorage.getItem(RELOADED_AT);
  if (!mayReload(Date.now(), stored === null ? null : Number(stored))) return;
  // Where it can't be noted this throws, and nothing is reloaded: it would be without end.
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
