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
 * However many answers say so, the page goes once, to where it was to begin as the first of them came. Where what loads it
 * anew can't be fetched, this rejects, and the next answer tries again.
 */
export function startAnew(): Promise<never> {
  const at = landing;
  anew ??= import('./load-anew.ts')
    .then(({ loadAnew }) => loadAnew(at))
    .finally(() => {
      anew = undefined;
    });
  return anew;
}

/** Whether this page is on its way out for another member: nothing on it can be sent any more, so nothing asks to stay. */
export const isGoing = () => anew !== undefined;
