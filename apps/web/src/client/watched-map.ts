import { useSyncExternalStore } from 'react';

/**
 * Values by key, for as long as the member is signed in or the page is open. A component that uses a value renders
 * again when it changes.
 */
export interface WatchedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  /** All values with their keys. */
  entries(): Iterable<[key: string, value: Value]>;
  /** Runs the listener after every change. Returns the unsubscribe function. */
  watch(listener: () => void): () => void;
  /** The current value under this key. */
  useValue(key: string): Value | undefined;
}

/** The clear functions of all maps. */
const clearings = new Set<() => void>();

/** Empties all of them at the end of a session. */
export function clearWatched(): void {
  for (const clear of clearings) clear();
}

/** A new, empty map, created once per module. A map that is not a member's outlasts their session. */
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
