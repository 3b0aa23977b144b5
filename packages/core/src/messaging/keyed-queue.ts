/** A place in a queue. */
export interface Place {
  /** Resolves when all places ahead have left; undefined if there are none. */
  ahead: Promise<void> | undefined;
  /** Leaves the queue once those ahead have left. Further calls do nothing. */
  leave(): void;
}

/**
 * Keyed queue: tasks with the same key finish in the order they were added. A task that is alone, the usual
 * case, does not wait.
 */
export function createKeyedQueue(): (name: string) => Place {
  const last = new Map<string, Promise<void>>();
  return (name) => {
    const ahead = last.get(name);
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    last.set(name, gone);
    void gone.then(() => {
      if (last.get(name) === gone) last.delete(name);
    });
    return { ahead, leave: () => resolve(ahead) };
  };
}
