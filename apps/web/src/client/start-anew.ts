let landing: string | undefined;

/**
 * Sets the page's start address for a reload while `work` lasts. The current address is a link that works once, and the
 * server may report the new member before it answers the link's call.
 */
export async function landingAt(path: string, work: () => Promise<void>): Promise<void> {
  landing = path;
  await work().finally(() => {
    landing = undefined;
  });
}

/** True while a link signs a member in here. The end of the session before it then needs no message. */
export const isLanding = () => landing !== undefined;

let anew: Promise<never> | undefined;

/**
 * Another member signed in to this browser without a log-out, in another tab or by a link. The page keeps the first
 * member until it reloads, so nothing goes out in the wrong name. It reloads once, however many answers report it.
 * @throws when the chunk that reloads can't be loaded; the next answer tries again.
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

/** True while the page reloads for another member. Nothing can be sent any more, so no dialog may ask to stay. */
export const isGoing = () => anew !== undefined;
