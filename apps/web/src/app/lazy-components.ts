import { lazyRouteComponent } from '@tanstack/react-router';
import { wantScreenTexts } from '../client/language.ts';
import { lazyComponent } from '../client/lazy-component.ts';
import { lazyOverlay } from '../client/lazy-overlay.tsx';
import { isServerThere } from '../client/server-there.ts';

let loadingCount = 0;

/** Whether parts of the app are on their way. */
export const isLoadingComponents = () => loadingCount > 0;

/** Fetches a part of the app together with the words it shows. */
async function loadWithTexts<M>(load: () => Promise<M>): Promise<M> {
  loadingCount += 1;
  try {
    const [module] = await Promise.all([load(), wantScreenTexts()]);
    return module;
  } finally {
    loadingCount -= 1;
  }
}

/** The page of a route, fetched when it is asked for. Where it can't be fetched, the error page stands there. */
export function lazyPage<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => loadWithTexts(load).catch(unreached), name);
}

/** The same for a page whose words come with the frame: the catalogue of all other screens is not fetched for it. */
export function lazyFramePage<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => load().catch(unreached), name);
}

/** What the router takes for a part that is gone it reloads the page for, which without a server would be lost. */
async function unreached(error: unknown): Promise<never> {
  throw (await isServerThere())
    ? error
    : new Error('There is no server to fetch this from.', { cause: error });
}

/** A part of a page with its words, fetched when it is first drawn. */
export function lazyPart<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return lazyComponent(() => loadWithTexts(load), name);
}

/** A part that the member opens, with its words; it closes again where it can't be fetched. */
export function lazyDialog<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return lazyOverlay(() => loadWithTexts(load), name);
}
