import type * as contracts from '@heartline/contracts';
import type { PayloadOf } from '@heartline/contracts';

type Outbound = Extract<(typeof contracts)[keyof typeof contracts], { payload: unknown; name: string }>;

/** Every event the server pushes, by name. */
export type LiveEvents = { [E in Outbound as E['name']]: PayloadOf<E> };

type Handler<N extends keyof LiveEvents> = (payload: LiveEvents[N]) => void;

const handlers = new Map<string, Set<Handler<never>>>();

/**
 * Runs a handler for each event of this name, after the event was written into the query cache. Returns the unsubscribe
 * function.
 */
export function onLive<N extends keyof LiveEvents>(name: N, handler: Handler<N>): () => void {
  const set = handlers.get(name) ?? new Set();
  handlers.set(name, set);
  set.add(handler);
  return () => set.delete(handler);
}

/** Passes one event to every listener. */
export function emitLive<N extends keyof LiveEvents>(name: N, payload: LiveEvents[N]): void {
  for (const handler of handlers.get(name) ?? []) (handler as Handler<N>)(payload);
}
