import { type ComponentType, lazy } from 'react';
import { isServerThere } from './server-there.ts';

type ComponentOf<M, K extends keyof M> = M[K] extends ComponentType<infer P> ? ComponentType<P> : never;

/** A part of a page, fetched when it is first drawn. */
export function lazyComponent<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return lazy(async () => ({ default: (await onceReached(load))[name] as ComponentOf<M, K> }));
}

/** How long it waits where a network is there that leads nowhere: no event says that it leads somewhere again. */
const PAUSE_MS = 5_000;

/** Loads a part of the app. Without a server it waits for one: the page, and what was written there, stays. */
export async function onceReached<M>(load: () => Promise<M>): Promise<M> {
  for (;;) {
    const found = await load().catch(() => undefined);
    if (found) return found;
    // The line may be back since: it is gone only if it is not there now.
    if (await isServerThere()) return load();
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true });
      if (navigator.onLine) setTimeout(resolve, PAUSE_MS);
    });
  }
}
