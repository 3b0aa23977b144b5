import { type ComponentType, createElement, lazy, useState } from 'react';
import { isServerThere } from './server-there.ts';

type PropsOf<M, K extends keyof M> = M[K] extends ComponentType<infer P> ? P : never;

/** A component that is loaded when it first renders. After `preload()` it renders at once, without a fallback. */
export function lazyComponent<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    loaded = (await onceReached(load))[name] as ComponentType;
    return loaded;
  };
  const Later = lazy(async () => ({ default: await preload() }));
  function Lazy(props: PropsOf<M, K>) {
    const [Part] = useState<ComponentType>(() => loaded ?? Later);
    return createElement(Part, props as object);
  }
  return Object.assign(Lazy, { preload });
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
