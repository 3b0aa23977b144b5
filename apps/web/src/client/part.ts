import { type ComponentType, lazy } from 'react';

type Part<M, K extends keyof M> = M[K] extends ComponentType<infer P> ? ComponentType<P> : never;

/** A part of a page, fetched when it is first drawn. */
export function part<M, K extends keyof M>(load: () => Promise<M>, name: K) {
  return lazy(async () => ({ default: (await onceReached(load))[name] as Part<M, K> }));
}

/** Loads a part of the app. Without a network it waits for one: the page, and what was written there, stays. */
export async function onceReached<M>(load: () => Promise<M>): Promise<M> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    }
  }
}
