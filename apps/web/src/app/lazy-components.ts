import { lazyRouteComponent } from '@tanstack/react-router';
import { wantScreenTexts } from '../client/language.ts';
import { lazyComponent } from '../client/lazy-component.ts';
import { lazyOverlay } from '../client/lazy-overlay.tsx';
import { isReloading } from './reload-guard.ts';

let loadingCount = 0;

/** True while lazy components are loading. */
export const isLoadingComponents = () => loadingCount > 0;

/** Loads a module together with its texts. */
async function loadWithTexts<M>(load: () => Promise<M>, catalog?: 'landers'): Promise<M> {
  loadingCount += 1;
  try {
    const [module] = await Promise.all([load(), wantScreenTexts(catalog)]);
    return module;
  } finally {
    loadingCount -= 1;
  }
}

/** The page of a route, loaded when it is opened. If the load fails, the error page is shown. */
export function lazyPage<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => loadWithTexts(load).catch(unreached), name);
}

/**
 * The same for a page whose texts are in the frame's catalog: the catalog of all other screens is not loaded for it.
 */
export function lazyFramePage<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => load().catch(unreached), name);
}

/**
 * The router reloads the page after a failed import, once for each file and without a look at the server or the clock.
 * It must not see the error: only the reload guard reloads.
 */
async function unreached(error: unknown): Promise<never> {
  if (await isReloading()) await new Promise<never>(() => {});
  throw new Error('page component not loaded', { cause: error });
}

/** The same for a landing page, whose texts are a catalog of their own. */
export function lazyLander<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => loadWithTexts(load, 'landers').catch(unreached), name);
}

/** The same for the landing page of a member, whose card has texts of other screens too. */
export function lazyMemberLander<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  return lazyRouteComponent(() => loadWithTexts(() => loadWithTexts(load), 'landers').catch(unreached), name);
}

/** A component with its texts, loaded when it first renders. */
export function lazyPart<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return lazyComponent(() => loadWithTexts(load), name);
}

/** An overlay that the member opens, with its texts. It closes again when the load fails. */
export function lazyDialog<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return lazyOverlay(() => loadWithTexts(load), name);
}
