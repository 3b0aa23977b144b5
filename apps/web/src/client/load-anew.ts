import { clearPersisted } from './persisted-cache/persisted-store.ts';

/** How long what is kept may take to be emptied. */
const TIMEOUT_MS = 2_000;

/** Loads the page anew for another member, at an address or where it stands, once what is kept of the first is emptied. */
export async function loadAnew(at: string | undefined): Promise<never> {
  // A database that never opens keeps nobody here.
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  // Else a page that is answered late would begin with what is kept of the first one, again and again.
  await Promise.race([clearPersisted().catch(() => undefined), timeout]);
  if (at === undefined) location.reload();
  else location.replace(at);
  return new Promise(() => {});
}
