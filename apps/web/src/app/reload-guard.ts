import { CONSTANTS } from '@heartline/contracts';
import { isServerThere } from '../client/server-there.ts';

const RELOADED_AT = 'reloaded-at';

/** Whether a page that failed to load a part may reload itself: at most once in 60 s (S9-023). */
export function mayReload(now: number, lastReload: number | null): boolean {
  return lastReload === null || now - lastReload >= CONSTANTS.reloadGuardMs;
}

/**
 * After a new release the parts an open page still names are gone. Reloading fetches the new page, once: when that
 * fails too, the error page is shown instead of a loop.
 */
export function guardReloads(): void {
  addEventListener('vite:preloadError', () => void reload());
}

async function reload(): Promise<void> {
  // Without a server no page would come back.
  if (!(await isServerThere())) return;
  const stored = sessionStorage.getItem(RELOADED_AT);
  if (!mayReload(Date.now(), stored === null ? null : Number(stored))) return;
  // Where it can't be noted this throws, and nothing is reloaded: it would be without end.
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}
