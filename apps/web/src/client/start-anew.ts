/** How long what is kept may take to be emptied. */
const PATIENCE_MS = 2_000;

let landing: string | undefined;

/**
 * Where a page begins that is loaded anew for another member while `work` lasts: what it stands at is a link that this
 * uses up, and the server may say who is signed in now before it answers what signed them in.
 */
export async function landingAt(path: string, work: () => Promise<void>): Promise<void> {
  landing = path;
  await work().finally(() => {
    landing = undefined;
  });
}

/** Whether a link is signing somebody in here: that the session before theirs ended is no news then. */
export const isLanding = () => landing !== undefined;

let anew: Promise<never> | undefined;

/**
 * Another member signed in to this browser without a log-out, in another tab or by a link: nothing on this page is
 * theirs. It stays the first one's until it is gone, so that what is pressed meanwhile goes out in nobody's name.
 * However many answers say so, the page goes once, to where it was to begin as the first of them came.
 */
export function startAnew(): Promise<never> {
  anew ??= loadAnew(landing);
  return anew;
}

async function loadAnew(at: string | undefined): Promise<never> {
  // Else a page that is answered late would begin with what is kept of the first one, again and again.
  const emptied = import('./kept/kept-store.ts').then(({ keepNothing }) => keepNothing());
  // A database that never opens keeps nobody here.
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([emptied.catch(() => undefined), patience]);
  if (at === undefined) location.reload();
  else location.replace(at);
  return new Promise(() => {});
}
