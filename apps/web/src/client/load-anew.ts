import { clearPersisted } from './persisted-cache/persisted-store.ts';

/** Timeout of emptying the persisted cache. */
const TIMEOUT_MS = 2_000;

/**
 * Reloads the page for another member, at an address or where it is, after emptying the first member's persisted cache.
 */
export async function loadAnew(at: string | undefined): Promise<never> {
  // A database that never opens must not block the reload.
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  // Otherwise a page with a slow server would start with the first member's persisted cache, again and again.
  await Promise.race([clearPersisted().catch(() => undefined), timeout]);
  if (at === undefined) location.reload();
  else location.replace(at);
  return new Promise(() => {});
}
