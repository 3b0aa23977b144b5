import { useSyncExternalStore } from 'react';

/**
 * Values by key that last as long as the member is signed in, or this page is open; a component that uses one is drawn
 * anew when it changes.
 */
export interface WatchedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  /** All that is held, with its key. */
  entries(): Iterable<[key: string, value: Value]>;
  /** Calls the listener after every change. Returns how to stop. */
  watch(listener: () => void): () => void;
  /** What is held under this key now. */
  useValue(key: string): Value | undefined;
}

/** How to empty each of those there are. */
const clearings = new Set<() => void>();

/** Empties all of them: what they hold was for who has left. */
export function clearWatched(): void {
  for (const clear of clearings) clear();
}

/** An empty one, made once and kept; what is not a member’s outlasts their session. */
export function createWatchedMap<Value>({ isOfMember = true } = {}): WatchedMap<Value> {
  const values = new Map<string, Value>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const watch = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  if (isOfMember) {
    clearings.add(() => {
      values.clear();
      changed();
    });
  }
  return {
    get: (key) => values.get(key),
    set(key, value) {
      values.set(key, value);
      changed();
    },
    delete(key) {
      if (values.delete(key)) changed();
    },
    entries: () => values.entries(),
    watch,
    useValue: (key) => useSyncExternalStore(watch, () => values.get(key)),
  };
}
