import { type ComponentType, lazy } from 'react';
import { isServerThere } from './server-there.ts';

type ComponentOf<M, K extends keyof M> = M[K] extends ComponentType<infer P> ? ComponentType<P> : never;

/** A component that is loaded when it first renders. */
export function lazyComponent<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return lazy(async () => ({ default: (await onceReached(load))[name] as ComponentOf<M, K> }));
}

/** Time between two tries on a network without internet: no event says when it works again. */
const PAUSE_MS = 5_000;

/** Loads a part of the app. Waits while the server is not reached, so that the page and its unsent text stay. */
export async function onceReached<M>(load: () => Promise<M>): Promise<M> {
  for (;;) {
    const found = await load().catch(() => undefined);
    if (found) return found;
    // The connection may be back since. The file is missing only if it fails now.
    if (await isServerThere()) return load();
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      if (navigator.onLine) setTimeout(resolve, PAUSE_MS);
    });
  }
}
