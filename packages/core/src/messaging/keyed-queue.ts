/** A place in a line. */
export interface Place {
  /** Settles when everybody ahead has gone on; undefined where nobody is ahead. */
  ahead: Promise<void> | undefined;
  /** Lets those behind go on, once those ahead have. Called again, it does nothing. */
  leave(): void;
}

/**
 * Lines by name: what came in one order goes on in that order, though some of it has to wait for what others know
 * already. Who stands alone, as nearly everybody does, waits for nothing.
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
