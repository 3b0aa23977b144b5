import { useSyncExternalStore } from 'react';

/**
 * Values by key that last as long as the member is signed in, or this page is open; a component that uses one is drawn
 * anew when it changes.
 */
export interface WatchedMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  /** All that is held, under whatever key. */
  values(): Iterable<Value>;
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
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
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
    values: () => values.values(),
    useValue: (key) => useSyncExternalStore(subscribe, () => values.get(key)),
  };
}
